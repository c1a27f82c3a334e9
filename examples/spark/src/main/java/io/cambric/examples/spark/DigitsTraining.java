package io.cambric.examples.spark;

import io.cambric.core.Array;
import io.cambric.examples.digits.DigitsData;
import io.cambric.examples.images.Batch;
import io.cambric.examples.digits.DigitNet;
import io.cambric.examples.digits.SharedPlan;
import io.cambric.examples.digits.SharedTraining;
import io.cambric.nn.training.Training;
import io.cambric.nn.training.StandardTrainState;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import io.cambric.spark.Share;
import java.io.Serializable;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;

/**
 * The functions of the training that executors run.
 *
 * @param plan the choices
 */
record DigitsTraining(SharedPlan plan) implements Serializable {

  /** The digits, which each process reads from the jar. */
  static final DigitsData DIGITS = DigitsData.builtIn();

  private SharedTraining shared() {
    return new SharedTraining(plan);
  }

  /** {@return the state before the first step} */
  StandardTrainState<DigitNet> state() {
    return shared().state();
  }

  /** {@return the training of one process, which tests on all test images} */
  Training<StandardTrainState<DigitNet>, Batch> training(
      StandardTrainState<DigitNet> state, Share<Row> share) {
    var own = DigitRows.batch(share.list());
    return shared().training(state, share.rank(), share.size(), own, DIGITS.testPart().batch());
  }

  /** {@return the digits that images show, {@code [n]}} */
  Array digits(Variables variables, Array images) {
    return shared().digits(variables, images);
  }

  /** {@return the parameters after the training with workers of this process} */
  Params trainedInWorkers(int workers) {
    var training = DIGITS.trainingPart();
    int each = training.size() / workers;
    List<Batch> shares =
        IntStream.range(0, workers)
            .mapToObj(rank ->
                training.batch(IntStream.range(0, each).map(i -> i * workers + rank).toArray()))
            .toList();
    return shared().trainInWorkers(shares);
  }
}
