# Sourced by ./mvnw and ./run. Puts a JDK 25 or later into JAVA_HOME, or
# says what was looked for and ends the script. Maven on JDK 25 builds twice as fast as on an older one,
# which must fork a compiler for each module.

jdk_wanted=25
jdk_found=
jdk_seen=

# Takes the folder $1 if it holds a JDK that is new enough; notes what it holds otherwise.
jdk_try() {
  [ -z "$jdk_found" ] && [ -n "$1" ] && [ -x "$1/bin/javac" ] && [ -r "$1/release" ] || return 0
  jdk_version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release")
  if [ "${jdk_version:-0}" -ge "$jdk_wanted" ]; then
    jdk_found=$1
  else
    case "$jdk_seen" in *" $1
"*) ;; *) jdk_seen="$jdk_seen    JDK ${jdk_version:-?} at $1
" ;; esac
  fi
}

# The folder of a JDK whose compiler is on the PATH, links resolved.
jdk_on_path() {
  jdk_launcher=$(command -v javac 2>/dev/null) || return 0
  jdk_launcher=$(readlink -f "$jdk_launcher" 2>/dev/null) || return 0
  printf '%s\n' "${jdk_launcher%/bin/javac}"
}

jdk_search() {
  jdk_try "${JAVA_HOME-}"
  jdk_try "${JAVA25_HOME-}"
  jdk_try "${JAVA_HOME_25_X64-}"
  jdk_try "${JAVA_HOME_25_ARM64-}"
  jdk_try "$(jdk_on_path)"
  # JDK 25 before any later one: it is what the project is tested with.
  for jdk_pattern in '*25*' '*'; do
    for jdk_dir in \
      /usr/lib/jvm/$jdk_pattern \
      /usr/lib64/jvm/$jdk_pattern \
      /usr/java/$jdk_pattern \
      /usr/local/java/$jdk_pattern \
      /opt/java/$jdk_pattern \
      /opt/jdk$jdk_pattern \
      /Library/Java/JavaVirtualMachines/$jdk_pattern/Contents/Home \
      "${HOME-}"/Library/Java/JavaVirtualMachines/$jdk_pattern/Contents/Home \
      /opt/homebrew/opt/openjdk$jdk_pattern/libexec/openjdk.jdk/Contents/Home \
      /usr/local/opt/openjdk$jdk_pattern/libexec/openjdk.jdk/Contents/Home \
      "${HOME-}"/.sdkman/candidates/java/$jdk_pattern \
      "${HOME-}"/.jdks/$jdk_pattern \
      "${HOME-}"/.m2/jdks/$jdk_pattern \
      "${HOME-}"/.gradle/jdks/$jdk_pattern \
      "${HOME-}"/.asdf/installs/java/$jdk_pattern \
      "${HOME-}"/.local/share/mise/installs/java/$jdk_pattern; do
      jdk_try "$jdk_dir"
    done
  done
}

jdk_search
if [ -z "$jdk_found" ]; then
  cat >&2 <<END
Cambric needs JDK $jdk_wanted or later, and none was found.

Looked for: JAVA_HOME (${JAVA_HOME:-not set}), JAVA25_HOME (${JAVA25_HOME:-not set}), javac on the PATH,
and the usual folders (/usr/lib/jvm, /opt/java, /Library/Java/JavaVirtualMachines, Homebrew, SDKMAN, ~/.jdks).
${jdk_seen:+Found, but too old:
$jdk_seen}
Install one, 25.0.3 or later, and start again:
    any system         https://adoptium.net/temurin/releases/?version=25
    Debian, Ubuntu     apt install openjdk-25-jdk (or temurin-25-jdk from adoptium.net)
    Fedora             dnf install java-25-openjdk-devel
    macOS              brew install --cask temurin@25
    SDKMAN             sdk install java 25-tem
If it is installed elsewhere, set JAVA25_HOME to its folder, the one that has bin/javac.
END
  exit 1
fi
case "$(sed -n 's/^JAVA_VERSION="\([^"]*\)".*/\1/p' "$jdk_found/release")" in
  25 | 25.0.[0-2] | 25.0.[0-2].*)
    echo "Note: the JDK at $jdk_found is older than 25.0.3, which mends JDK-8377811. Update it when you can." >&2 ;;
esac
JAVA_HOME=$jdk_found
export JAVA_HOME
