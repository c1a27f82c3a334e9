plugins {
  application
}

repositories {
  mavenLocal() // for as long as nothing is on Maven Central
  mavenCentral()
}

val cambric = "0.1.0-SNAPSHOT"
val vector = "--add-modules=jdk.incubator.vector"

dependencies {
  implementation("io.cambric:cambric-starter:$cambric")
  annotationProcessor("io.cambric:cambric-processor:$cambric")

  testImplementation("org.junit.jupiter:junit-jupiter:6.1.3")
  testRuntimeOnly("org.junit.platform:junit-platform-launcher")
}

java {
  toolchain {
    languageVersion = JavaLanguageVersion.of(25)
  }
}

application {
  mainClass = "curve.Train"
  applicationDefaultJvmArgs = listOf(vector)
}

tasks.test {
  useJUnitPlatform()
  jvmArgs(vector)
}
