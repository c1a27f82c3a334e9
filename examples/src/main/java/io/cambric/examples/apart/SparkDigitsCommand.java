package io.cambric.examples.apart;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code spark-digits} as the list of examples shows it, without Spark. */
@Command(name = "spark-digits")
public final class SparkDigitsCommand implements Callable<Integer> {

  @Mixin private final SparkDigitsOptions options = new SparkDigitsOptions();

  /** Makes the command with the defaults of its options. */
  public SparkDigitsCommand() {}

  @Override
  public Integer call() throws IOException {
    throw new IOException(
        "spark-digits needs Spark, but it is missing from the class path. Start it with ./run spark-digits, which fetches Spark.");
  }
}
