package io.cambric.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.apache.spark.SparkConf;

/** Clusters of Spark on this machine. */
final class LocalSpark {

  private LocalSpark() {}

  /** {@return a cluster whose tasks are threads of this process} */
  static SparkConf threads(int cores) {
    return conf("local[" + cores + "]");
  }

  /** {@return a cluster of executors with a core each, which are processes of their own} */
  static SparkConf executors(int count) throws IOException {
    var home = Objects.requireNonNull(System.getenv("SPARK_HOME"), "SPARK_HOME");
    Files.createDirectories(Path.of(home, "jars"));
    return conf("local-cluster[" + count + ",1,512]")
        .set("spark.executor.memory", "512m")
        // They live for seconds.
        .set(
            "spark.executor.defaultJavaOptions",
            "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto")
        .set("spark.executor.extraClassPath", System.getProperty("java.class.path"))
        .set("spark.executorEnv.JAVA_HOME", System.getProperty("java.home"));
  }

  private static SparkConf conf(String master) {
    return new SparkConf()
        .setMaster(master)
        .setAppName("test")
        .set("spark.executor.heartbeatInterval", "200ms")
        .set("spark.ui.enabled", "false");
  }

  /** {@return the executors that run now: no other process of Java is below this one} */
  static List<ProcessHandle> running() {
    return ProcessHandle.current()
        .descendants()
        .filter(process -> process.info().command().filter(it -> it.endsWith("java")).isPresent())
        .toList();
  }
}
