package io.cambric.examples.tabular;

import static io.cambric.numpy.Activations.softmax;

import io.cambric.core.Array;
import io.cambric.data.Csv;
import io.cambric.data.preprocess.*;
import io.cambric.examples.console.*;
import io.cambric.io.checkpoint.BestMetric;
import io.cambric.nn.training.*;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The example {@code ./run tabular}: learns the classes of the rows of a table. */
public final class TabularExample {

  private static final String MODEL = "tabular-model";
  private static final String LOSS = "validation/loss";
  private static final String ACCURACY = "validation/accuracy";

  private static final ExampleCommand PREDICT =
      ExampleProgram.command(
              "predict", "Predicts the class of each row of a CSV file with a saved model.")
          .argument("FILE", "CSV with the columns of the training.")
          .folder("--model", MODEL, "Folder of a model.")
          .output("--out", "tabular-predictions.csv", "Where predictions are written.")
          .runs(TabularExample::predict);

  /** The command {@code ./run tabular}. */
  public static final ExampleCommand COMMAND =
      ExampleProgram.of(
              "tabular",
              "Classifies rows of a CSV file with categories, missing values and rare classes.")
          .file("--data", "CSV with a header; without it, credit applications are generated.")
          .text("--target", CreditData.TARGET, "The column of the class.")
          .texts("--categories", "Columns of categories that look like numbers.")
          .texts("--ignore", "Columns to leave out, such as customer numbers.")
          .whole("--rows", 6000, TableParts.MIN_ROWS, 1_000_000, "Rows to generate.")
          .output("--write-data", null, "Where the generated table is written.")
          .folder("--model", MODEL, "Where the model is saved.")
          .epochs(60)
          .whole("--hidden", 64, 1, 8192, "Width of the hidden layers.")
          .picture("tabular.svg", "Where the curve is written.")
          .with(PREDICT)
          .runs(TabularExample::train);

  private TabularExample() {}

  private static void train(ExampleRun run) throws IOException {
    long seed = run.seed();
    var file = run.path("--data");
    var credit = file == null ? CreditData.of(run.whole("--rows"), seed) : null;
    var table =
        credit == null ? TextTable.read(Csv.of(Objects.requireNonNull(file))) : credit.table();
    var copy = run.path("--write-data");
    if (credit != null && copy != null) {
      OutputFile.write(copy, table.toCsv());
    }
    var columns =
        TableColumns.automatic()
            .withTarget(run.text("--target"))
            .withCategories(run.texts("--categories").toArray(String[]::new))
            .withIgnored(run.texts("--ignore").toArray(String[]::new));
    var parts = TableParts.of(table, columns, seed);
    describe(run, parts);

    var training = new TabularTraining(parts, seed, run.epochs(), run.whole("--hidden"));
    var lines =
        run.<StandardTrainState<TabularNet>>lines(run.epochs(), "train/loss", LOSS, ACCURACY);
    var plan = training.plan().afterEpoch(lines);
    var trained = run.watched("Tabular", BestMetric.lowest(LOSS, 1), plan).run();
    run.printf(
        "ended after %d epochs; the best on the validation part is epoch %d",
        trained.epochs(), training.bestEpoch());
    var model = training.best();
    var folder = run.requiredPath("--model");
    model.save(folder);
    run.println("model: " + folder);

    var classes = model.preprocessing().classes();
    var test = parts.test();
    var logits = TabularModel.logits(model.net(), model.params(), test);
    var metrics = training.model().metrics(logits, test.labels());
    var confusion = metrics.get("confusion", ConfusionMatrix.class).compute();
    var curve = RocCurve.of(softmax(logits), test.labels()).chart(classes);
    var report = run.report("Tabular");
    report.addConfusionMatrix(confusion, classes);
    report.addChart(curve);
    run.picture(curve);
    if (credit != null) {
      var drawn = credit.probabilities(parts.testRows());
      run.printf(
          "AUC of the probabilities that the classes were drawn by: %.4f",
          RocAuc.empty().update(drawn, test.labels()).compute().item());
    }
    show(run, confusion, classes, metrics.scalars());
  }

  private static void describe(ExampleRun run, TableParts parts) {
    run.printf(
        "rows: %d for training, %d for validation, %d for testing",
        parts.training().labels().size(),
        parts.validation().labels().size(),
        parts.test().labels().size());
    var preprocessing = parts.preprocessing();
    run.printf("numbers: %s", preprocessing.numbers().stream().map(NumberColumn::name).toList());
    run.printf(
        "categories: %s",
        preprocessing.categories().stream()
            .map(column -> "%s (%d)".formatted(column.name(), column.values().size()))
            .toList());
    if (!preprocessing.dates().isEmpty()) {
      run.printf("dates: %s", preprocessing.dates().stream().map(DateColumn::name).toList());
    }
    run.printf(
        "weights of the classes %s: %s",
        preprocessing.classes(), Arrays.toString(parts.weights().toFloats()));
    if (!parts.identities().isEmpty()) {
      run.printf(
          "each cell of %s is different, as in an identifier: --ignore %s leaves it out",
          parts.identities(), String.join(",", parts.identities()));
    }
  }

  private static void show(
      ExampleRun run, Array confusion, List<String> classes, Map<String, Double> metrics) {
    run.printf("test rows by class, and by prediction %s:", classes);
    for (int i = 0; i < classes.size(); i++) {
      var row = new StringBuilder();
      for (int j = 0; j < classes.size(); j++) {
        row.append("%8d".formatted((long) confusion.get(i, j).item()));
      }
      run.printf("  %-12s%s", classes.get(i), row);
    }
    run.printf(
        "precision %.4f, recall %.4f, accuracy %.4f",
        metrics.get("precision"), metrics.get("recall"), metrics.get("accuracy"));
    if (classes.size() == 2) {
      run.printf("average precision %.4f", metrics.get("average precision"));
      run.result("test AUC: %.4f", metrics.get("auc"));
    } else {
      run.result("test accuracy: %.4f", metrics.get("accuracy"));
    }
  }

  private static void predict(ExampleRun run) throws IOException {
    var saved = SavedModel.load(run.requiredPath("--model"));
    var table = TextTable.read(Csv.of(run.requiredPath("FILE")));
    var file = run.requiredPath("--out");
    var predictions = saved.predictions(table, file.toString());
    OutputFile.write(file, predictions.toCsv());
    run.printf("cells of unknown categories: %d", saved.preprocessing().countUnknown(table));
    run.printf("predictions: %d rows in %s", predictions.rows().size(), file);
  }
}
