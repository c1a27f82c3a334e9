package io.cambric.examples.apart;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The options of {@code ./run rivals embed}; picocli writes them. */
@Command(
    description = "Compares embeddings with those of langchain4j and ONNX Runtime.",
    showDefaultValues = true,
    mixinStandardHelpOptions = true)
public final class EmbedRivalsOptions {

  @Option(
      names = "--threads",
      split = ",",
      description = "Numbers of threads, each measured in a separate process.")
  private List<Integer> threads = List.of(1, 2);

  @Option(names = "--seconds", description = "Seconds for each measurement.")
  private double seconds = 20;

  @Option(names = "--here", hidden = true, description = "Measures in this process.")
  private boolean here;

  /** Makes the options with their defaults. */
  public EmbedRivalsOptions() {}

  /** {@return the numbers of threads to measure with} */
  public List<Integer> threads() {
    return List.copyOf(threads);
  }

  /** {@return the seconds of a measurement} */
  public double seconds() {
    return seconds;
  }

  /** {@return whether this process measures, rather than processes of its own} */
  public boolean here() {
    return here;
  }
}
