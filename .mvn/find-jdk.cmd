@REM Called by mvnw.cmd: puts a JDK 25 or later into JAVA_HOME. When there is none JAVA_HOME stays as it is,
@REM and the build itself says what is missing.
@SET CAMBRIC_JDK=
@CALL :try "%JAVA_HOME%"
@CALL :try "%JAVA25_HOME%"
@CALL :try "%JAVA_HOME_25_X64%"
@FOR %%R IN ("%ProgramFiles%\Eclipse Adoptium" "%ProgramFiles%\Java" "%ProgramFiles%\Amazon Corretto" "%ProgramFiles%\Zulu" "%ProgramFiles%\BellSoft" "%ProgramFiles%\Microsoft" "%USERPROFILE%\.jdks" "%USERPROFILE%\.m2\jdks") DO @FOR /D %%D IN ("%%~R\*25*") DO @CALL :try "%%~D"
@IF DEFINED CAMBRIC_JDK FOR /F tokens^=2-4^ delims^=^=.^" %%V IN ('FINDSTR /B "JAVA_VERSION=" "%CAMBRIC_JDK%\release"') DO @FOR %%U IN (25. 25.0 25.1 25.2) DO @IF "%%V.%%X"=="%%U" ECHO Note: the JDK at %CAMBRIC_JDK% is older than 25.0.3, which mends JDK-8377811. Update it when you can.
@IF DEFINED CAMBRIC_JDK SET "JAVA_HOME=%CAMBRIC_JDK%"
@SET CAMBRIC_JDK=
@EXIT /B 0

:try
@IF DEFINED CAMBRIC_JDK EXIT /B 0
@IF NOT EXIST "%~1\bin\javac.exe" EXIT /B 0
@IF NOT EXIST "%~1\release" EXIT /B 0
@FOR /F tokens^=2^ delims^=^=.^" %%V IN ('FINDSTR /B "JAVA_VERSION=" "%~1\release"') DO @IF %%V GEQ 25 SET "CAMBRIC_JDK=%~1"
@EXIT /B 0
