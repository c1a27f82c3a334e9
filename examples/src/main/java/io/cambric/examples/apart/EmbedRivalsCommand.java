package io.cambric.examples.apart;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code rivals embed} as the help shows it, without native libraries. */
@Command(name = "embed")
final class EmbedRivalsCommand implements Callable<Integer> {

  @Mixin private final EmbedRivalsOptions options = new EmbedRivalsOptions();

  private EmbedRivalsCommand() {}

  @Override
  public Integer call() throws IOException {
    throw new IOException(
        "rivals embed needs langchain4j and ONNX Runtime, but they are missing from the class path. Start it with ./run rivals embed, which fetches them.");
  }
}
