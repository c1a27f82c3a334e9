package io.cambric.examples.tabular;

import io.cambric.data.Csv;
import io.cambric.data.preprocess.TextTable;
import io.cambric.examples.Version;
import io.cambric.examples.console.OptionChecks;
import io.cambric.examples.console.OutputFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code ./run tabular predict}: the classes of new rows, by a saved model. */
@Command(
    name = "predict",
    description = "Predicts the classes of the rows of a CSV file with a saved model.",
    showDefaultValues = true,
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class PredictCommand implements Callable<Integer> {

  @Parameters(paramLabel = "FILE", description = "CSV with the columns of the training.")
  private @Nullable Path data;

  @Option(names = "--model", paramLabel = "DIR", description = "Folder of a model.")
  private Path model = Path.of("tabular-model");

  @Option(names = "--out", paramLabel = "FILE", description = "Where predictions are written.")
  private Path file = Path.of("tabular-predictions.csv");

  @Spec private @Nullable CommandSpec spec;

  /** Makes the command with the defaults of its options. */
  public PredictCommand() {}

  @Override
  public Integer call() throws IOException {
    var command = Objects.requireNonNull(spec);
    new OptionChecks(command).writable("--out", file);
    var out = command.commandLine().getOut();
    var source = Objects.requireNonNull(data);
    var saved = SavedModel.load(model);
    var table = TextTable.read(Csv.of(source));
    var probabilities = saved.probabilities(table);
    var classes = saved.preprocessing().classes();
    int[] best = probabilities.argmax(-1).toInts();
    var values = probabilities.toFloats();
    var columns = new ArrayList<>(List.of("prediction"));
    classes.forEach(name -> columns.add("probability of " + name));
    var rows = new ArrayList<List<String>>();
    for (int row = 0; row < best.length; row++) {
      var cells = new ArrayList<>(List.of(classes.get(best[row])));
      for (int i = 0; i < classes.size(); i++) {
        cells.add(String.format(Locale.ROOT, "%.4f", values[row * classes.size() + i]));
      }
      rows.add(cells);
    }
    OutputFile.write(file, new TextTable(file.toString(), columns, rows).toCsv());
    out.printf("cells of unknown categories: %d%n", saved.preprocessing().countUnknown(table));
    out.printf("predictions: %d rows in %s%n", best.length, file);
    return 0;
  }
}
