{{- define "bindery.labels" -}}
app.kubernetes.io/name: bindery
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "bindery.container" -}}
image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
imagePullPolicy: {{ .Values.image.pullPolicy }}
envFrom:
  - configMapRef: { name: {{ .Release.Name }}-settings }
  - secretRef: { name: {{ .Values.secretName }} }
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: data, mountPath: /data }
  - { name: tmp, mountPath: /tmp }
  {{- if .Values.filesSecretName }}
  - { name: files, mountPath: /etc/bindery, readOnly: true }
  {{- end }}
resources: {{- toYaml .Values.resources | nindent 2 }}
{{- end }}

{{- define "bindery.pod" -}}
automountServiceAccountToken: false
terminationGracePeriodSeconds: {{ add (ceil (.Values.settings.DRAIN_SECONDS | default 10)) 25 }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
volumes:
  - name: data
    emptyDir: {}
  - name: tmp
    emptyDir: {}
  {{- if .Values.filesSecretName }}
  - name: files
    secret: { secretName: {{ .Values.filesSecretName }} }
  {{- end }}
{{- end }}
