package io.cambric.spark;

import io.cambric.distributed.GroupOptions;
import io.cambric.distributed.ProcessGroup;
import io.cambric.errors.HyperparameterException;
import io.cambric.nn.training.TrainState;
import io.cambric.nn.writer.MetricWriter;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.util.CollectionAccumulator;
import org.apache.spark.util.SerializableConfiguration;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

/**
 * A training on a Spark cluster: synchronous, in one barrier stage. Each task is a process of a
 * {@link io.cambric.distributed.ProcessGroup} with a share of the rows. Immutable; each method
 * returns another one, and {@link #train} trains.
 *
 * {@snippet :
 * var trained = SparkTrainer.of(Model::state, Model::training)
 *     .processes(8)
 *     .checkpoint("hdfs:///models/model")
 *     .write(ConsoleWriter.standard())
 *     .train(frame);
 * }
 *
 * <p>The training of a process is a {@link io.cambric.nn.training.Training}, whose step averages
 * its gradients over the axis, by {@code Lax.pmean(grads, "batch")}. Statistics of a batch, and
 * metrics that should count the rows of all processes, are averaged or summed likewise.
 *
 * <p>Parameters are bit-identical to a run of {@code pmap} with as many workers. If an executor
 * ends, or a task fails by an error from outside of this library, Spark restarts the stage. {@code
 * spark.stage.maxConsecutiveAttempts} limits the attempts. With {@link #checkpoint}, the training
 * continues after the latest checkpoint, and ends with the same bits. A new driver with the same
 * arguments continues likewise.
 *
 * <p>A stage with a barrier needs as many free cores as processes. Each process has the threads of
 * {@code spark.task.cpus}, unless executors are started with {@code -Dcambric.threads}.
 *
 * @param <S> the train state
 * @param <T> a row
 */
public final class SparkTrainer<S extends TrainState<S>, T> {

  private static final int SECRET_BYTES = 32;

  private final TrainerOptions<S, T> options;

  private SparkTrainer(TrainerOptions<S, T> options) {
    this.options = options;
  }

  /**
   * {@return a trainer with as many processes as the cluster runs tasks at once, without
   * checkpoints, over the axis {@code batch}}
   *
   * @param state makes the state before the first step
   * @param training makes the training of one process
   */
  public static <S extends TrainState<S>, T> SparkTrainer<S, T> of(
      StateSource<S> state, TrainingSource<S, T> training) {
    return new SparkTrainer<>(
        new TrainerOptions<>(
            state,
            training,
            0,
            "batch",
            null,
            1,
            false,
            Duration.ofSeconds(10),
            List.of(),
            List.of()));
  }

  /**
   * {@return this with a number of processes}
   *
   * @throws HyperparameterException if it is below 1
   */
  public SparkTrainer<S, T> processes(int processes) {
    requirePositive("processes", processes);
    return new SparkTrainer<>(options.withProcesses(processes));
  }

  /** {@return this with another name of the axis whose lanes are the processes} */
  public SparkTrainer<S, T> axisName(String name) {
    return new SparkTrainer<>(options.withAxisName(name));
  }

  /**
   * {@return this, resumed from the latest checkpoint in a folder, where rank 0 saves after each
   * epoch or by the training's {@code checkpointEvery}}
   *
   * @param uri on any file system of Hadoop that all executors reach
   */
  public SparkTrainer<S, T> checkpoint(String uri) {
    return new SparkTrainer<>(options.withCheckpoint(uri));
  }

  /**
   * {@return this with another number of latest checkpoints to keep}
   *
   * @throws HyperparameterException if it is below 1
   */
  public SparkTrainer<S, T> keep(int checkpoints) {
    requirePositive("keep", checkpoints);
    return new SparkTrainer<>(options.withKeep(checkpoints));
  }

  /**
   * {@return this for states that differ between processes, as with {@code Optax.sharded}; each
   * process saves its own}
   *
   * <p>Otherwise the training fails if the states differ, because a mean is missing then.
   */
  public SparkTrainer<S, T> checkpointEach() {
    return new SparkTrainer<>(options.withCheckpointEach(true));
  }

  /** {@return this with another time after which a process without heartbeats has failed} */
  public SparkTrainer<S, T> heartbeatTimeout(Duration time) {
    return new SparkTrainer<>(options.withHeartbeatTimeout(time));
  }

  /**
   * {@return this with one more writer, on the driver, of the numbers of rank 0}
   *
   * <p>They come with the heartbeats of the executor, at intervals of {@code
   * spark.executor.heartbeatInterval}. Its owner closes the writer.
   */
  public SparkTrainer<S, T> write(MetricWriter writer) {
    return new SparkTrainer<>(options.withWriters(with(options.writers(), writer)));
  }

  /** {@return this with a function that is called on the driver with the progress of rank 0} */
  public SparkTrainer<S, T> progress(Consumer<TrainingProgress> hook) {
    return new SparkTrainer<>(options.withHooks(with(options.hooks(), hook)));
  }

  private static <E> List<E> with(List<E> list, E last) {
    var longer = new ArrayList<>(list);
    longer.add(last);
    return List.copyOf(longer);
  }

  /**
   * {@return the training on the rows of a data set, after it has ended}
   *
   * @throws io.cambric.errors.ProcessGroupException as {@link #train(JavaRDD)}
   */
  public SparkTrained<S> train(Dataset<T> rows) {
    return train(rows.javaRDD());
  }

  /**
   * {@return the training on rows, after it has ended}
   *
   * <p>The rows are numbered in the order of their partitions, and divided among the processes by
   * number, so each share is as large as the others. To resume bit-identically, they need a fixed
   * order.
   *
   * @throws HyperparameterException if the cluster runs fewer tasks at once than there are
   *     processes
   * @throws io.cambric.errors.ProcessGroupException if the stage fails more often than Spark tries,
   *     or in a way that another attempt would repeat; the message has the reason
   */
  public SparkTrained<S> train(JavaRDD<T> rows) {
    var context = rows.context();
    int processes = Slots.of(context).processes(options.processes());
    var log = new LogAccumulator();
    context.register(log);
    var listener = new LogListener(log.id(), options.writers(), options.hooks());
    context.addSparkListener(listener);
    try {
      var outcomes =
          outcomes(
              RowShares.of(rows, processes),
              task(context.hadoopConfiguration(), log),
              context.collectionAccumulator());
      listener.deliver(log.value());
      var first = outcomes.getFirst();
      return new SparkTrained<>(
          Objects.requireNonNull(first.state()).restore(stateOfOne()),
          first.epochs(),
          first.steps(),
          first.metrics(),
          outcomes.stream().map(Outcome.Ended::member).toList());
    } finally {
      context.removeSparkListener(listener);
    }
  }

  /** {@return a state of the structure that processes have} */
  private S stateOfOne() {
    try (var alone = ProcessGroup.join(GroupOptions.of(0, 1, "localhost", 0))) {
      return alone.run(options.axisName(), options.state()::state);
    }
  }

  private TrainingTask<S, T> task(
      org.apache.hadoop.conf.Configuration configuration, LogAccumulator log) {
    var secret = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(secret);
    var uri = options.checkpoint();
    return new TrainingTask<>(
        options.state(),
        options.training(),
        options.axisName(),
        uri == null
            ? null
            : new CheckpointFolder(uri, new SerializableConfiguration(configuration)),
        options.keep(),
        options.checkpointEach(),
        options.heartbeatTimeout(),
        HexFormat.of().formatHex(secret),
        log);
  }

  /** {@return the outcomes of all processes, by rank} */
  private static List<Outcome.Ended> outcomes(
      JavaPairRDD<Long, byte[]> shares,
      TrainingTask<?, ?> task,
      CollectionAccumulator<byte[]> packed) {
    // Spark offers the barrier only in Scala. If it knows that elements are bytes, Spark uses Kryo,
    // which some JVMs do not allow.
    @SuppressWarnings("unchecked")
    var unknown = (ClassTag<byte[]>) (ClassTag<?>) ClassTag$.MODULE$.apply(Object.class);
    var outcomes = shares.rdd().barrier().mapPartitions(task, false, unknown).toJavaRDD();
    try {
      // Spark retries a stage before a shuffle, but not a stage with results. An accumulator takes
      // states of any size, but the buffer of Kryo limits results.
      outcomes.repartition(1).foreach(packed::add);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      // Scala declares no exceptions: this is a SparkException.
      throw StageFailure.of(e);
    }
    var ended = new ArrayList<Outcome.Ended>();
    for (var bytes : packed.value()) {
      switch ((Outcome) SerializedObjects.read(bytes)) {
        case Outcome.Ended end -> ended.add(end);
        case Outcome.Failed failed -> throw StageFailure.permanent(failed.failure());
        // The failed process is in the list, too.
        case Outcome.Stopped _ -> {}
      }
    }
    ended.sort(Comparator.comparingInt(end -> end.member().rank()));
    return ended;
  }

  private static void requirePositive(String method, int number) {
    if (number < 1) {
      throw new HyperparameterException(
          "SparkTrainer needs %s of at least 1, but got %d. Leave it out for the default."
              .formatted(method, number));
    }
  }

  /** {@return the chosen options} */
  @Override
  public String toString() {
    return "SparkTrainer[processes=%s, axis=%s, checkpoint=%s]"
        .formatted(
            options.processes() == 0 ? "all" : options.processes(),
            options.axisName(),
            options.checkpoint());
  }
}
