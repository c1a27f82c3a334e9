@REM run              lists what there is
@REM run NAME [...]   starts it; run NAME --help shows its options
@REM Finds a JDK 25; the launcher in Java does the rest. JAVA_OPTS reaches the JVM of the example.
@SETLOCAL
@CALL "%~dp0.mvn\find-jdk.cmd"
@IF NOT DEFINED JAVA_HOME (ECHO Cambric needs JDK 25 or later, and none was found. Install one from https://adoptium.net/temurin/releases/?version=25, or set JAVA25_HOME to its folder. 1>&2 & EXIT /B 1)
@SET CAMBRIC_RUN="%~dp0examples\launcher\src\main\java\io\cambric\launcher\Run.java"
@IF EXIST "%~dp0examples\target\launch\io\cambric\launcher\Run.class" SET CAMBRIC_RUN=-cp "%~dp0examples\target\launch" io.cambric.launcher.Run
@"%JAVA_HOME%\bin\java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 %CAMBRIC_RUN% "%~dp0." %*
@EXIT /B %ERRORLEVEL%
