package io.cambric.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import io.cambric.core.Array;
import io.cambric.errors.DataException;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.ProcessGroupException;
import io.cambric.errors.ShapeException;
import io.cambric.nn.Dense;
import io.cambric.nn.training.StandardTrainState;
import io.cambric.nn.training.StepResult;
import io.cambric.nn.training.Training;
import io.cambric.nn.writer.MetricWriter;
import io.cambric.optax.Optax;
import io.cambric.scope.Params;
import io.cambric.transform.Transforms;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A training in the tasks of a stage is that of as many workers in one process. */
@Timeout(300)
class SparkTrainerTest {

  private static JavaSparkContext context;

  /** Failures that are still to come, in whatever task is first. */
  private static final AtomicInteger FAILURES = new AtomicInteger();

  @BeforeAll
  static void start() {
    context = new JavaSparkContext(LocalSpark.threads(3));
  }

  @AfterAll
  static void stop() {
    context.close();
  }

  private static JavaRDD<Float> points() {
    return context.parallelize(Line.points(), 5);
  }

  private static SparkTrainer<StandardTrainState<Dense>, Float> trainer(int epochs) {
    return SparkTrainer.of(
        Line::state,
        (StandardTrainState<Dense> state, Share<Float> share) ->
            Line.training(state, share, epochs));
  }

  /** Numbers in the order of their arrival. */
  private static final class Recorded implements MetricWriter {

    private final List<Long> steps = new ArrayList<>();

    @Override
    public void writeScalars(long step, Map<String, Double> values) {
      assertThat(values).containsOnlyKeys("train/loss");
      steps.add(step);
    }

    @Override
    public void close() {}
  }

  @Test
  void processes_have_the_parameters_of_as_many_workers() {
    for (int size : List.of(1, 2, 3)) {
      var trained = trainer(4).processes(size).train(points());
      var expected = TreeDigest.of(Line.trainedInWorkers(size, 4));
      assertThat(TreeDigest.of(trained.state().params())).as("%d", size).isEqualTo(expected);
      assertThat(trained.members())
          .extracting(TrainingMember::rank, TrainingMember::size, TrainingMember::params)
          .containsExactlyElementsOf(
              IntStream.range(0, size).mapToObj(rank -> tuple(rank, size, expected)).toList());
      assertThat(trained.epochs()).isEqualTo(4);
      assertThat(trained.steps()).isEqualTo(4L * (Line.POINTS / size / 3));
      assertThat(trained.metrics()).containsOnlyKeys("train/loss");
    }
  }

  @Test
  void a_share_has_the_rows_of_its_number_in_their_order_and_as_many_as_the_others() {
    SparkTrainer.<StandardTrainState<Dense>, Float>of(
            Line::state,
            (state, share) -> {
              assertThat(share.list()).isEqualTo(Line.share(share.rank(), share.size()));
              assertThat(share.rows().size()).hasValue(Line.POINTS / 2);
              assertThat(share).hasToString("Share[rank %d of 2, 18 rows]".formatted(share.rank()));
              return Line.training(state, share, 1);
            })
        .processes(2)
        .train(points());
  }

  @Test
  void a_member_is_shown_as_a_line() {
    assertThat(new TrainingMember(0, 2, "localhost", 4711, "90c1a4f200000000"))
        .hasToString("rank 0 of 2, pid 4711, params 90c1a4f200000000");
  }

  @Test
  void numbers_and_progress_come_to_the_driver_once_and_in_order() {
    var recorded = new Recorded();
    var progress = new ArrayList<TrainingProgress>();
    trainer(5).processes(2).write(recorded).progress(progress::add).train(points());
    assertThat(recorded.steps).containsExactly(6L, 12L, 18L, 24L, 30L);
    assertThat(progress).last().isEqualTo(new TrainingProgress(4, 30));
  }

  @Test
  void a_new_driver_continues_after_the_checkpoint_with_the_same_bits(@TempDir Path folder) {
    var uri = folder.resolve("line").toUri().toString();
    trainer(2).processes(2).checkpoint(uri).train(points());
    var recorded = new Recorded();
    var trained = trainer(4).processes(2).checkpoint(uri).write(recorded).train(points());
    assertThat(TreeDigest.of(trained.state().params()))
        .isEqualTo(TreeDigest.of(Line.trainedInWorkers(2, 4)));
    assertThat(recorded.steps).containsExactly(6L, 12L, 18L, 24L);
    assertThat(folder.resolve("line").toFile().list((_, name) -> !name.startsWith(".")))
        .containsExactlyInAnyOrder("checkpoint_24.safetensors", "records_24");
  }

  @Test
  void states_of_each_process_are_saved_and_resumed(@TempDir Path folder) {
    var uri = folder.toUri().toString();
    var straight = sharded(4).train(points());
    sharded(2).checkpoint(uri).train(points());
    var trained = sharded(4).checkpoint(uri).train(points());
    assertThat(trained.members())
        .extracting(TrainingMember::params)
        .containsOnly(straight.members().getFirst().params());
    assertThat(folder.resolve("rank-1").toFile().list((_, name) -> !name.startsWith(".")))
        .contains("checkpoint_24.safetensors");
  }

  private static SparkTrainer<StandardTrainState<Dense>, Float> sharded(int epochs) {
    return SparkTrainer.<StandardTrainState<Dense>, Float>of(
            () -> Line.state(Optax.sharded(Optax.adam(0.05), "batch")),
            (state, share) ->
                Training.of(state, SparkTrainerTest::stepAlone)
                    .data(Line.batchesOf(share))
                    .epochs(epochs))
        .processes(2)
        .checkpointEach();
  }

  private static StepResult<StandardTrainState<Dense>> stepAlone(
      StandardTrainState<Dense> state, Array x) {
    var grads = Transforms.grad((Params params) -> Line.loss(params, x)).apply(state.params());
    return StepResult.of(state.applyGradients(grads));
  }

  @Test
  void a_stage_that_fails_continues_after_the_checkpoint_with_the_same_bits(@TempDir Path folder) {
    FAILURES.set(2);
    var trained =
        SparkTrainer.<StandardTrainState<Dense>, Float>of(
                Line::state,
                (state, share) ->
                    Line.training(state, share, 5)
                        .afterStep(moment -> {
                          if (moment.step() % 11 == 0 && FAILURES.getAndDecrement() > 0) {
                            throw new IllegalStateException("a disk is full");
                          }
                        }))
            .processes(2)
            .checkpoint(folder.toUri().toString())
            .train(points());
    assertThat(TreeDigest.of(trained.state().params()))
        .isEqualTo(TreeDigest.of(Line.trainedInWorkers(2, 5)));
  }

  @Test
  void parameters_that_differ_fail() {
    var local =
        SparkTrainer.<StandardTrainState<Dense>, Float>of(
                Line::state,
                (state, share) ->
                    Training.of(state, SparkTrainerTest::stepAlone).data(Line.batchesOf(share)))
            .processes(2);
    assertThatExceptionOfType(ProcessGroupException.class)
        .isThrownBy(() -> local.train(points()))
        .withMessageStartingWith(
            "The training on Spark failed with the stage of its processes: "
                + "ProcessGroupException: All processes of a training must have equal states, "
                + "but after step 6 process 1 has different parameters from process 0. Average "
                + "gradients and statistics over the axis \"batch\" with Lax.pmean, or save the "
                + "state of each process with checkpointEach.");
  }

  @Test
  void fewer_rows_than_processes_fail() {
    assertThatExceptionOfType(ProcessGroupException.class)
        .isThrownBy(() -> trainer(1).processes(2).train(context.parallelize(List.of(1f), 1)))
        .withMessageStartingWith(
            "The training on Spark failed with the stage of its processes: DataException: "
                + "SparkTrainer needs at least one row for each of 2 processes, but there are "
                + "fewer. Pass more rows, or use fewer processes. Check the logs of the "
                + "executors, and start it again. With a checkpoint, it continues.");
  }

  /** Attempts of the task of rank 0. */
  private static final AtomicInteger ATTEMPTS = new AtomicInteger();

  private static void assertAttempts(
      int expected, Supplier<RuntimeException> failure, String text) {
    ATTEMPTS.set(0);
    var failing =
        SparkTrainer.<StandardTrainState<Dense>, Float>of(
                Line::state,
                (state, share) -> {
                  if (share.rank() == 0) {
                    ATTEMPTS.incrementAndGet();
                  }
                  return Line.training(state, share, 2)
                      .afterStep(moment -> {
                        if (moment.step() == 3 && share.rank() == 1) {
                          throw failure.get();
                        }
                      });
                })
            .processes(2);
    assertThatExceptionOfType(ProcessGroupException.class)
        .isThrownBy(() -> failing.train(points()))
        .withMessageStartingWith(
            "The training on Spark failed with the stage of its processes: " + text);
    assertThat(ATTEMPTS).hasValue(expected);
  }

  @Test
  void errors_of_the_library_are_not_tried_again_and_others_are() {
    assertAttempts(
        1,
        (Supplier<RuntimeException> & Serializable) () -> new DataException("Row 3 is wrong."),
        "DataException: Row 3 is wrong. Check the logs of the executors");
    assertAttempts(
        1,
        (Supplier<RuntimeException> & Serializable)
            () -> new IllegalStateException("a stage", new ShapeException("[2] is not [3].")),
        "IllegalStateException: a stage. Look");
    assertAttempts(
        4,
        (Supplier<RuntimeException> & Serializable)
            () -> new DataException("The file is away.", new IOException("broken pipe")),
        "DataException: The file is away. Look");
    assertAttempts(
        4,
        (Supplier<RuntimeException> & Serializable)
            () -> new IllegalStateException("a disk is full"),
        "IllegalStateException: a disk is full. Look");
  }

  @Test
  void a_permanent_failure_is_the_cause_of_the_exception() {
    assertThatExceptionOfType(ProcessGroupException.class)
        .isThrownBy(() -> trainer(1).processes(2).train(context.parallelize(List.of(1f), 1)))
        .withCauseInstanceOf(DataException.class);
  }

  @Test
  void more_processes_than_slots_are_refused_before_any_task() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> trainer(1).processes(5).train(points()))
        .withMessage(
            "SparkTrainer needs 5 free slots at once, one for each process, but the cluster "
                + "has 3. Use fewer processes, add executors or cores, or lower spark.task.cpus.");
    assertThat(trainer(1).train(points()).members()).hasSize(3);
  }

  @Test
  void what_a_writer_throws_comes_out_at_the_end() {
    var failing =
        new MetricWriter() {
          @Override
          public void writeScalars(long step, Map<String, Double> values) {
            throw new IllegalStateException("the page is gone");
          }

          @Override
          public void close() {}
        };
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> trainer(1).processes(2).write(failing).train(points()))
        .withMessage("the page is gone");
  }

  @Test
  void numbers_below_one_are_refused() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> trainer(1).processes(0))
        .withMessage(
            "SparkTrainer needs processes of at least 1, but got 0. Leave it out for the default.");
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> trainer(1).keep(0))
        .withMessage(
            "SparkTrainer needs keep of at least 1, but got 0. Leave it out for the default.");
  }

  @Test
  void a_trainer_shows_its_choices() {
    assertThat(trainer(1).checkpoint("hdfs:///line"))
        .hasToString("SparkTrainer[processes=all, axis=batch, checkpoint=hdfs:///line]");
    assertThat(trainer(1).axisName("i").processes(3))
        .hasToString("SparkTrainer[processes=3, axis=i, checkpoint=null]");
  }
}
