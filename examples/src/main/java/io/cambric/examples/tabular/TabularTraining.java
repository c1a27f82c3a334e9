package io.cambric.examples.tabular;

import static io.cambric.numpy.Activations.softmax;
import static io.cambric.optax.Optax.adamw;

import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.data.Dataset;
import io.cambric.data.Remainder;
import io.cambric.data.preprocess.ColumnKind;
import io.cambric.data.preprocess.DateColumn;
import io.cambric.data.preprocess.NumberColumn;
import io.cambric.data.preprocess.Preprocessing;
import io.cambric.data.preprocess.TableColumns;
import io.cambric.data.preprocess.TextTable;
import io.cambric.errors.DataException;
import io.cambric.examples.console.ClosedOutputException;
import io.cambric.nn.report.LineChart;
import io.cambric.nn.report.Report;
import io.cambric.nn.training.ConfusionMatrix;
import io.cambric.nn.training.EarlyStopping;
import io.cambric.nn.training.Metrics;
import io.cambric.nn.training.StandardTrainState;
import io.cambric.nn.training.Training;
import io.cambric.nn.training.TrainingEvent;
import io.cambric.numpy.Key;
import io.cambric.scope.Params;
import io.cambric.tree.Trees;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A training on a table, which keeps the parameters of its best epoch; mutable, for one thread. */
final class TabularTraining {

  private static final int BATCH = 64;
  private static final int EVALUATION_BATCH = 1024;
  private static final int MIN_ROWS = 100;
  private static final int PATIENCE = 8;
  private static final double MIN_GAIN = 1e-3;
  private static final double RATE = 1e-3;
  private static final double DECAY = 1e-2;
  private static final double DROPOUT = 0.2;

  private final PrintWriter out;
  private final long seed;
  private final int epochs;
  private final int hidden;
  private double bestLoss = Double.POSITIVE_INFINITY;
  private int bestEpoch;
  private @Nullable Params best;

  TabularTraining(PrintWriter out, long seed, int epochs, int hidden) {
    this.out = out;
    this.seed = seed;
    this.epochs = epochs;
    this.hidden = hidden;
  }

  /** A trained model, and its metrics and its ROC curve on the test part. */
  record Result(SavedModel model, Metrics metrics, TableSplits splits, LineChart curve) {}

  /**
   * Trains, and writes the report.
   *
   * @throws DataException if the table has too few rows, or does not fit
   */
  Result run(TextTable table, TableColumns columns, Path report) {
    if (table.rows().size() < MIN_ROWS) {
      throw new DataException(
          "%s needs %d rows or more for its three parts, but has %d. Pass a larger table."
              .formatted(table.name(), MIN_ROWS, table.rows().size()));
    }
    var splits = TableSplits.of(table.rows().size(), seed);
    var learned = table.select(splits.training());
    var preprocessing = Preprocessing.fit(table, learned, columns);
    var training = preprocessing.encode(learned);
    var validation = preprocessing.encode(table.select(splits.validation()));
    var test = preprocessing.encode(table.select(splits.test()));
    int classes = preprocessing.classes().size();
    var weights = TabularModel.classWeights(training.labels(), classes);
    show(preprocessing, splits, weights);
    identities(table, columns);

    var key = Key.of(seed);
    var net = TabularNet.of(preprocessing.cardinalities(), hidden, classes, DROPOUT);
    var variables = net.init(key, training.numbers(), training.categories(), false);
    var tx = adamw(RATE).withWeightDecay(DECAY);
    var model = new TabularModel(classes, weights, key.foldIn(1));
    try (var page = Report.to(report, "Tabular")) {
      page.writeHyperparameters(Map.of("seed", seed, "epochs", epochs, "hidden", hidden));
      var trained =
          Training.of(StandardTrainState.create(net, variables, tx), model::step)
              .data(epoch -> Dataset.ofArrays(training).shuffle(key.foldIn(2 + epoch)).batch(BATCH))
              .epochs(epochs)
              .evaluate(
                  "validation",
                  Dataset.ofArrays(validation).batch(EVALUATION_BATCH, Remainder.KEEP),
                  model::evaluation)
              .stopEarly("validation/loss", EarlyStopping.of(MIN_GAIN, PATIENCE))
              .requireFinite("loss")
              .report(page)
              .afterEpoch(this::keepBest)
              .run();
      out.printf(
          "ended after %d epochs; the best on the validation part is epoch %d%n",
          trained.epochs(), bestEpoch);
      var params = best == null ? trained.state().params() : best;
      var logits = TabularModel.logits(net, params, test);
      var metrics = model.metrics(logits, test.labels());
      page.addConfusionMatrix(
          metrics.get("confusion", ConfusionMatrix.class).compute(), preprocessing.classes());
      var curve = RocCurve.of(softmax(logits), test.labels()).chart(preprocessing.classes());
      page.addChart(curve);
      return new Result(new SavedModel(preprocessing, net, params), metrics, splits, curve);
    }
  }

  private void show(Preprocessing preprocessing, TableSplits splits, Array weights) {
    out.printf(
        "rows: %d to learn from, %d for validation, %d to test on%n",
        splits.training().size(), splits.validation().size(), splits.test().size());
    out.printf(
        "numbers: %s%ncategories: %s%n",
        preprocessing.numbers().stream().map(NumberColumn::name).toList(),
        preprocessing.categories().stream()
            .map(column -> "%s (%d)".formatted(column.name(), column.values().size()))
            .toList());
    if (!preprocessing.dates().isEmpty()) {
      out.printf("dates: %s%n", preprocessing.dates().stream().map(DateColumn::name).toList());
    }
    out.printf(
        "weights of the classes %s: %s%n",
        preprocessing.classes(), Arrays.toString(weights.toFloats()));
  }

  /** Names columns that identify their rows, as a network learns those by heart. */
  private void identities(TextTable table, TableColumns columns) {
    var identities =
        table.columns().stream()
            .filter(column -> !column.equals(columns.target()))
            .filter(column -> !columns.ignored().contains(column))
            .filter(column -> !columns.categories().contains(column))
            .filter(column -> table.kind(column) == ColumnKind.IDENTITY)
            .toList();
    if (!identities.isEmpty()) {
      out.printf(
          "each cell of %s is another one, as in a register: --ignore %s leaves that out%n",
          identities, String.join(",", identities));
    }
  }

  private void keepBest(TrainingEvent<StandardTrainState<TabularNet>> event) {
    var metrics = event.metrics();
    double loss = Objects.requireNonNull(metrics.get("validation/loss"));
    if (loss < bestLoss) {
      bestLoss = loss;
      bestEpoch = event.epoch() + 1;
      // The next step takes the arrays of the state.
      best = Trees.map(event.state().params(), TabularTraining::copy);
    }
    out.printf(
        Locale.ROOT,
        "epoch %2d  loss %.4f  validation loss %.4f  accuracy %.4f%n",
        event.epoch() + 1,
        metrics.get("train/loss"),
        loss,
        metrics.get("validation/accuracy"));
    ClosedOutputException.check(out);
  }

  private static Array copy(Array array) {
    var values = array.concrete("Keeping the best parameters");
    return NdArray.of(values.aval(), values.buffer().copyOf(values.offset(), values.size()));
  }
}
