# The service in one image: an ordinary user, nothing written but below /data.
#   docker build -t docforge .
#   docker run --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges \
#     -v docforge:/data -p 127.0.0.1:8765:8765 -e DOCFORGE_API_KEY=… docforge
FROM python:3.13-slim AS build
WORKDIR /src
COPY requirements.lock pyproject.toml README.md LICENSE ./
COPY docforge docforge
COPY guides guides
RUN python -m venv /opt/docforge \
    && /opt/docforge/bin/pip install --no-cache-dir --disable-pip-version-check --constraint requirements.lock ".[postgres]"

FROM python:3.13-slim
RUN groupadd --gid 10001 docforge \
    && useradd --uid 10001 --gid docforge --no-create-home --home-dir /data --shell /usr/sbin/nologin docforge \
    && install --directory --owner docforge --group docforge --mode 0750 /data
COPY --from=build /opt/docforge /opt/docforge
ENV PATH=/opt/docforge/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    DOCFORGE_WORKSPACE=/data \
    DOCFORGE_HOST=0.0.0.0
WORKDIR /data
VOLUME /data
EXPOSE 8765
USER 10001:10001
HEALTHCHECK --interval=30s --timeout=5s --start-period=15s CMD \
    ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8765/healthz', timeout=4)"]
ENTRYPOINT ["docforge"]
CMD ["serve"]
