package io.cambric.examples.tabular;

import static io.cambric.optax.Optax.adamw;

import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.data.Dataset;
import io.cambric.data.Remainder;
import io.cambric.data.preprocess.EncodedTable;
import io.cambric.nn.training.EarlyStopping;
import io.cambric.nn.training.StandardTrainState;
import io.cambric.nn.training.Training;
import io.cambric.nn.training.TrainingEvent;
import io.cambric.numpy.Key;
import io.cambric.scope.Params;
import io.cambric.tree.Trees;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A training on a table, which keeps the parameters of its best epoch; mutable, for one thread. */
final class TabularTraining {

  private static final int BATCH = 64;
  private static final int EVALUATION_BATCH = 1024;
  private static final int PATIENCE = 8;
  private static final double MIN_GAIN = 1e-3;
  private static final double RATE = 1e-3;
  private static final double DECAY = 1e-2;
  private static final double DROPOUT = 0.2;

  private final TableParts parts;
  private final Key key;
  private final int epochs;
  private final TabularNet net;
  private final TabularModel model;
  private double bestLoss;
  private int bestEpoch;
  private @Nullable Params best;

  TabularTraining(TableParts parts, long seed, int epochs, int hidden) {
    this.parts = parts;
    this.epochs = epochs;
    key = Key.of(seed);
    int classes = parts.preprocessing().classes().size();
    net = TabularNet.of(parts.preprocessing().cardinalities(), hidden, classes, DROPOUT);
    model = new TabularModel(classes, parts.weights(), key.foldIn(1));
  }

  /** {@return what is to be run} */
  Training<StandardTrainState<TabularNet>, EncodedTable> plan() {
    var rows = parts.training();
    var variables = net.init(key, rows.numbers(), rows.categories(), false);
    var tx = adamw(RATE).withWeightDecay(DECAY);
    return Training.of(StandardTrainState.create(net, variables, tx), model::step)
        .data(epoch -> Dataset.ofArrays(rows).shuffle(key.foldIn(2 + epoch)).batch(BATCH))
        .epochs(epochs)
        .evaluate(
            "validation",
            Dataset.ofArrays(parts.validation()).batch(EVALUATION_BATCH, Remainder.KEEP),
            model::evaluation)
        .stopEarly("validation/loss", EarlyStopping.of(MIN_GAIN, PATIENCE))
        .requireFinite("loss")
        .afterEpoch(this::keepBest);
  }

  private void keepBest(TrainingEvent<StandardTrainState<TabularNet>> event) {
    double loss = event.metric("validation/loss");
    if (best == null || Double.compare(loss, bestLoss) < 0) {
      bestLoss = loss;
      bestEpoch = event.epoch() + 1;
      // The next step takes the arrays of the state.
      best = Trees.map(event.state().params(), TabularTraining::copy);
    }
  }

  private static Array copy(Array array) {
    var values = array.concrete("Keeping the best parameters");
    return NdArray.of(values.aval(), values.buffer().copyOf(values.offset(), values.size()));
  }

  /** {@return the loss and the metrics} */
  TabularModel model() {
    return model;
  }

  /** {@return the epoch with the lowest loss on the validation part, from 1} */
  int bestEpoch() {
    return bestEpoch;
  }

  /** {@return the model of that epoch} */
  SavedModel best() {
    return new SavedModel(parts.preprocessing(), net, Objects.requireNonNull(best));
  }
}
