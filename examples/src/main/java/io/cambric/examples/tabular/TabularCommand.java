package io.cambric.examples.tabular;

import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.data.Csv;
import io.cambric.data.preprocess.TableColumns;
import io.cambric.data.preprocess.TextTable;
import io.cambric.examples.Version;
import io.cambric.examples.console.OptionChecks;
import io.cambric.examples.console.OutputFile;
import io.cambric.examples.console.PictureOption;
import io.cambric.examples.console.ReportOption;
import io.cambric.nn.training.ConfusionMatrix;
import io.cambric.nn.training.Metrics;
import io.cambric.nn.training.RocAuc;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code ./run tabular}: learns the classes of the rows of a table. */
@Command(
    name = "tabular",
    description = "Classifies rows of a CSV file with categories, missing values and rare classes.",
    subcommands = PredictCommand.class,
    showDefaultValues = true,
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class TabularCommand implements Callable<Integer> {

  private static final int MAX_EPOCHS = 100_000;
  private static final int MAX_HIDDEN = 8192;
  private static final int MAX_ROWS = 1_000_000;
  private static final int MIN_ROWS = 100;

  @Option(
      names = "--data",
      paramLabel = "FILE",
      description = "CSV with a header; without it, applications for credit are generated.")
  private @Nullable Path data;

  @Option(names = "--target", paramLabel = "COLUMN", description = "The column of the class.")
  private String target = CreditData.TARGET;

  @Option(
      names = "--categories",
      paramLabel = "COLUMN",
      split = ",",
      description = "Columns of categories that look like numbers.")
  private Set<String> categories = Set.of();

  @Option(
      names = "--ignore",
      paramLabel = "COLUMN",
      split = ",",
      description = "Columns that are left out, such as numbers of customers.")
  private Set<String> ignored = Set.of();

  @Option(names = "--rows", description = "Rows that are generated, 100 to 1000000.")
  private int rows = 6000;

  @Option(
      names = "--write-data",
      paramLabel = "FILE",
      description = "Where the generated table is written, too.")
  private @Nullable Path writeData;

  @Option(names = "--model", paramLabel = "DIR", description = "Where the model is saved.")
  private Path model = Path.of("tabular-model");

  @Option(names = "--seed", description = "Seed of data, parts, parameters and order.")
  private long seed = 1;

  @Option(names = "--epochs", description = "Passes over the rows at most, 1 to 100000.")
  private int epochs = 60;

  @Option(names = "--hidden", description = "Width of the hidden layers, 1 to 8192.")
  private int hidden = 64;

  @Mixin private final ReportOption report = new ReportOption(Path.of("tabular-report.html"));

  @Mixin
  private final PictureOption picture =
      PictureOption.ofChart("tabular.svg", "Where the curve is written.");

  @Spec private @Nullable CommandSpec spec;

  /** Makes the command with the defaults of its options. */
  public TabularCommand() {}

  @Override
  public Integer call() throws IOException {
    var command = Objects.requireNonNull(spec);
    check(new OptionChecks(command));
    var out = command.commandLine().getOut();
    var credit = data == null ? CreditData.of(rows, seed) : null;
    if (credit != null && writeData != null) {
      OutputFile.write(writeData, credit.table().toCsv());
    }
    var table =
        credit != null ? credit.table() : TextTable.read(Csv.of(Objects.requireNonNull(data)));
    var columns =
        TableColumns.automatic()
            .withTarget(target)
            .withCategories(categories.toArray(String[]::new))
            .withIgnored(ignored.toArray(String[]::new));
    var training = new TabularTraining(out, seed, epochs, hidden);
    var result = training.run(table, columns, report.file());
    picture.write(result.curve());
    result.model().save(model);
    out.printf("model: %s%nreport: %s%npicture: %s%n", model, report, picture);
    if (credit != null) {
      showBound(credit, table, result, out);
    }
    show(result.metrics(), result.model().preprocessing().classes(), out);
    return 0;
  }

  private void check(OptionChecks checks) {
    checks.range("--rows", rows, MIN_ROWS, MAX_ROWS);
    checks.range("--epochs", epochs, 1, MAX_EPOCHS);
    checks.range("--hidden", hidden, 1, MAX_HIDDEN);
    report.check(checks);
    picture.check(checks);
    if (writeData != null) {
      checks.writable("--write-data", writeData);
    }
    checks.folder("--model", model);
  }

  /** Shows the area that the probabilities themselves have, from which the classes were drawn. */
  private static void showBound(
      CreditData credit, TextTable table, TabularTraining.Result result, PrintWriter out) {
    var test = result.splits().test();
    var probabilities = new float[test.size()];
    for (int i = 0; i < probabilities.length; i++) {
      probabilities[i] = credit.probabilities().get(test.get(i)).floatValue();
    }
    var labels = result.model().preprocessing().encode(table.select(test)).labels();
    var auc =
        RocAuc.empty()
            .update(NdArray.of(Shape.of(probabilities.length), probabilities), labels)
            .compute();
    out.printf(
        Locale.ROOT, "AUC of the probabilities that the classes were drawn by: %.4f%n", auc.item());
  }

  private static void show(Metrics metrics, List<String> classes, PrintWriter out) {
    var counts = metrics.get("confusion", ConfusionMatrix.class).compute();
    out.printf("test rows by class, and by prediction %s:%n", classes);
    for (int i = 0; i < classes.size(); i++) {
      var row = new StringBuilder();
      for (int j = 0; j < classes.size(); j++) {
        row.append("%8d".formatted((long) counts.get(i, j).item()));
      }
      out.printf("  %-12s%s%n", classes.get(i), row);
    }
    var scalars = metrics.scalars();
    out.printf(
        Locale.ROOT,
        "precision %.4f, recall %.4f, accuracy %.4f%n",
        scalars.get("precision"),
        scalars.get("recall"),
        scalars.get("accuracy"));
    if (classes.size() == 2) {
      out.printf(Locale.ROOT, "average precision %.4f%n", scalars.get("average precision"));
      out.printf(Locale.ROOT, "test AUC: %.4f%n", scalars.get("auc"));
    } else {
      out.printf(Locale.ROOT, "test accuracy: %.4f%n", scalars.get("accuracy"));
    }
  }
}
