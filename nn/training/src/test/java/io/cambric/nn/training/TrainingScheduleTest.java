package io.cambric.nn.training;

import static io.cambric.nn.training.LinearTraining.batches;
import static io.cambric.nn.training.LinearTraining.training;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.io.checkpoint.Checkpoints;
import io.cambric.io.iterator.ResumableIterable;
import io.cambric.io.iterator.ResumableIterator;
import io.cambric.nn.Dense;
import io.cambric.nn.training.LinearTraining.Batch;
import io.cambric.nn.training.LinearTraining.Lines;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Evaluations and checkpoints at the last step, at the end of an epoch, and where a training is
 * resumed.
 */
class TrainingScheduleTest {

  @TempDir private Path folder;

  private static Training<StandardTrainState<Dense>, Batch> evaluated() {
    return training().evaluate("test", batches(), LinearTraining::evaluation);
  }

  @ParameterizedTest
  @CsvSource({
    "6, 3, 3 6",
    "6, 6, 6",
    "8, 4, 4 8",
    "8, 3, 3 6 8",
    "8, 100, 8",
    "7, 5, 5 7",
  })
  void a_training_of_steps_evaluates_when_it_is_due_and_once_at_the_end(
      long steps, long every, String expected) {
    var lines = new Lines();

    evaluated().steps(steps).evaluateEvery(every).logEvery(1).write(lines).run();

    assertThat(lines.all.stream().filter(line -> line.endsWith("test/loss")))
        .containsExactly(expected.transform(TrainingScheduleTest::lines));
  }

  private static String[] lines(String steps) {
    return List.of(steps.split(" ")).stream()
        .map(step -> step + " test/loss")
        .toArray(String[]::new);
  }

  @Test
  void a_training_of_steps_evaluates_at_the_end_of_an_epoch_once() {
    var lines = new Lines();

    evaluated().steps(8).write(lines).run();

    assertThat(lines.all)
        .containsExactly("4 train/loss", "4 test/loss", "8 train/loss", "8 test/loss");
  }

  @Test
  void early_stopping_counts_the_evaluation_of_the_last_step_once() {
    var stopping = EarlyStopping.of(100, 1);
    var training =
        evaluated()
            .evaluateEvery(3)
            .stopEarly("test/loss", stopping)
            .checkpoint(Checkpoints.in(folder));

    training.steps(6).run();

    // The evaluations after steps 6 and 9 are no improvements, and the second one ends it.
    assertThat(training.steps(20).run().steps()).isEqualTo(9);
  }

  @Test
  void early_stopping_sees_a_number_of_the_training_once() {
    var stopping = EarlyStopping.of(100, 1);

    var trained =
        training().steps(40).logEvery(4).evaluateEvery(1).stopEarly("train/loss", stopping).run();

    // Numbers come after steps 4, 8 and 12; the first one is an improvement.
    assertThat(trained.steps()).isEqualTo(12);
  }

  @ParameterizedTest
  @CsvSource({"1", "2", "3", "100"})
  void a_complete_training_of_steps_is_neither_evaluated_nor_saved_again(long every) {
    var checkpoints = Checkpoints.in(folder).withKeep(100);
    var training =
        evaluated().steps(6).evaluateEvery(every).checkpointEvery(2).checkpoint(checkpoints);
    var first = training.run();
    var saved = checkpoints.saved();
    var lines = new Lines();

    var again = training.write(lines).run();

    assertThat(lines.all).isEmpty();
    assertThat(checkpoints.saved()).isEqualTo(saved);
    assertThat(again.metrics()).isEqualTo(first.metrics());
  }

  @Test
  void the_checkpoint_of_the_last_step_has_the_numbers_of_that_step() {
    var checkpoints = Checkpoints.in(folder);

    var trained = evaluated().steps(6).logEvery(3).checkpointEvery(3).checkpoint(checkpoints).run();

    assertThat(checkpoints.details(6).metrics())
        .isEqualTo(trained.metrics())
        .containsKey("test/loss");
  }

  @Test
  void a_checkpoint_that_is_due_at_the_end_of_an_epoch_has_the_numbers_of_the_epoch() {
    var checkpoints = Checkpoints.in(folder).withKeep(100);
    var lines = new Lines();
    var training = evaluated().epochs(2).checkpointEvery(4).checkpoint(checkpoints);
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() ->
            training
                .afterStep(moment -> {
                  if (moment.step() == 5) {
                    throw new IllegalStateException("killed");
                  }
                })
                .run());

    training.write(lines).run();

    assertThat(checkpoints.details(4).metrics()).containsKeys("train/loss", "test/loss");
    assertThat(lines.all).containsExactly("8 train/loss", "8 test/loss");
  }

  @Test
  void a_due_checkpoint_is_saved_before_the_data_fails() {
    var checkpoints = Checkpoints.in(folder);
    Iterable<Batch> data = () -> new FailingIterator(batches().iterator(), 2);

    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() ->
            training().data(data).prefetch(0).checkpointEvery(2).checkpoint(checkpoints).run())
        .withMessage("the disk is gone");

    assertThat(checkpoints.steps()).containsExactly(2L);
  }

  /** Values that cannot be read to the end. */
  private static final class FailingIterator implements Iterator<Batch> {

    private final Iterator<Batch> values;
    private int left;

    FailingIterator(Iterator<Batch> values, int count) {
      this.values = values;
      left = count;
    }

    @Override
    public boolean hasNext() {
      if (left == 0) {
        throw new IllegalStateException("the disk is gone");
      }
      return values.hasNext();
    }

    @Override
    public Batch next() {
      left--;
      return values.next();
    }
  }

  @Test
  void a_training_that_has_gone_further_than_it_is_asked_for_takes_no_step() {
    var checkpoints = Checkpoints.in(folder);
    var longer = training().epochs(3).checkpoint(checkpoints).run();

    assertThat(training().epochs(2).checkpoint(checkpoints).run().steps())
        .isEqualTo(longer.steps());
    assertThat(training().steps(5).checkpoint(checkpoints).run().steps()).isEqualTo(longer.steps());
  }

  @Test
  void iterators_of_a_run_are_closed() {
    var data = new Watched(batches());
    var tests = new Watched(batches());
    var training =
        training()
            .data(data)
            .evaluate("test", tests, LinearTraining::evaluation)
            .checkpoint(Checkpoints.in(folder));

    training.epochs(2).run();
    training.epochs(3).run();
    training.epochs(3).run();

    assertThat(data.open).isZero();
    assertThat(tests.open).isZero();
  }

  /** Batches that count iterators that are open. */
  private static final class Watched implements ResumableIterable<Batch> {

    private final ResumableIterable<Batch> values;
    private int open;

    Watched(List<Batch> values) {
      this.values = CountedIterable.of(values);
    }

    @Override
    public ResumableIterator<Batch> iterator() {
      return watched(values.iterator());
    }

    @Override
    public ResumableIterator<Batch> iterator(long[] position) {
      return watched(values.iterator(position));
    }

    private ResumableIterator<Batch> watched(ResumableIterator<Batch> iterator) {
      open++;
      return new ResumableIterator<>() {

        private boolean closed;

        @Override
        public boolean hasNext() {
          return iterator.hasNext();
        }

        @Override
        public Batch next() {
          return iterator.next();
        }

        @Override
        public long[] position() {
          return iterator.position();
        }

        @Override
        public void close() {
          open -= closed ? 0 : 1;
          closed = true;
        }
      };
    }
  }
}
