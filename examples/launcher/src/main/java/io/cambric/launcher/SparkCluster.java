package io.cambric.launcher;

import java.io.File;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A local cluster of Spark with two executors. */
final class SparkCluster {

  private static final Part SPARK =
      new Part(
          "examples/spark",
          "spark",
          "fetching Spark (230 MB) and building its example",
          List.of("nn/spark/pom.xml", "nn/spark/src"));

  private SparkCluster() {}

  /** {@return the exit status of a training on the cluster} */
  static int submit(Build build, List<String> arguments)
      throws IOException, InterruptedException, LaunchException {
    if (Child.IS_WINDOWS) {
      throw new LaunchException(
          "spark-digits needs a local cluster, which Spark supports only on Linux and macOS. Start it there, or in WSL.");
    }
    var program = build.part(SPARK);
    var home = build.folder(SPARK).resolve("target").resolve("spark");
    var libraries =
        ExampleJvm.jars(build.libs(SPARK)).map(Path::toString).collect(Collectors.joining(","));
    var command =
        new ArrayList<>(
            List.of(
                Child.java(),
                "-cp",
                home.resolve("jars") + File.separator + "*",
                "org.apache.spark.launcher.Main",
                "org.apache.spark.deploy.SparkSubmit",
                "--master",
                "local-cluster[2,1,1024]",
                "--jars",
                libraries,
                "--class",
                "io.cambric.examples.spark.SparkDigits"));
    if (!Child.text("JAVA_OPTS").isBlank()) {
      command.addAll(List.of("--driver-java-options", Child.text("JAVA_OPTS")));
    }
    command.add(program.toString());
    command.addAll(arguments.subList(1, arguments.size()));
    var environment =
        Map.of(
            "JAVA_HOME", System.getProperty("java.home"),
            // Without an installation, its folder is the one that the build has filled.
            "SPARK_HOME", home.toString(),
            "SPARK_SCALA_VERSION", "2.13",
            "SPARK_CONF_DIR", build.folder(SPARK).resolve("conf").toString(),
            "SPARK_LOCAL_IP", "127.0.0.1");
    var submit = new ProcessBuilder(printed(command, environment));
    submit.environment().putAll(environment);
    return Child.awaitWithTerminal(submit);
  }

  /**
   * {@return the command that the launcher of Spark prints after a blank line, a zero after each
   * word}
   */
  private static List<String> printed(List<String> command, Map<String, String> environment)
      throws IOException, InterruptedException, LaunchException {
    var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().putAll(environment);
    var launcher = builder.start();
    var text = new String(launcher.getInputStream().readAllBytes(), Charset.defaultCharset());
    if (launcher.waitFor() != 0) {
      throw new LaunchException("The launcher of Spark failed; its output is above.");
    }
    return Arrays.stream(text.split("[\0\n]")).filter(word -> !word.isBlank()).toList();
  }
}
