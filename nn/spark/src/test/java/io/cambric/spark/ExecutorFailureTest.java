package io.cambric.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.nn.Dense;
import io.cambric.nn.training.StandardTrainState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A training whose executors end, halt or are slow has the parameters of one that ran through. */
class ExecutorFailureTest {

  private static final int EPOCHS = 12;

  private static final int MANY_KILLS = 100;

  @TempDir private Path folder;

  /** The last step that the driver knows of. */
  private final AtomicLong step = new AtomicLong();

  private Path released() {
    return folder.resolve("released");
  }

  /** A process makes this file while it waits in the last epoch, where no step is reported. */
  private Path waiting() {
    return folder.resolve("waiting");
  }

  private static void touch(Path file) {
    try {
      Files.writeString(file, "");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Trains until the test releases it. */
  private SparkTrained<StandardTrainState<Dense>> train(SparkConf conf) {
    var released = released().toString();
    var waiting = waiting().toString();
    try (var context = new JavaSparkContext(conf)) {
      return SparkTrainer.<StandardTrainState<Dense>, Float>of(
              Line::state,
              (state, share) ->
                  Line.training(state, share, EPOCHS)
                      .afterStep(moment -> {
                        SlowTraining.pause(share.rank() == 1 ? 40 : 10);
                        while (moment.epoch() == EPOCHS - 1 && !Files.exists(Path.of(released))) {
                          touch(Path.of(waiting));
                          SlowTraining.pause(10);
                        }
                      }))
          .processes(2)
          .checkpoint(folder.resolve("checkpoints").toUri().toString())
          .heartbeatTimeout(Duration.ofSeconds(4))
          .progress(progress -> step.set(progress.step()))
          .train(context.parallelize(Line.points(), 2));
    }
  }

  /** An executor that works: since the call there was a step, or it waits in the last epoch. */
  private ProcessHandle working(CompletableFuture<?> training, Random random)
      throws ExecutionException, InterruptedException, IOException {
    step.set(-1);
    Files.deleteIfExists(waiting());
    while ((step.get() < 0 && !Files.exists(waiting())) || LocalSpark.running().size() < 2) {
      if (training.isDone()) {
        training.get();
        throw new AssertionError("the training has ended too early");
      }
      Thread.sleep(10);
    }
    var running = LocalSpark.running();
    return running.get(random.nextInt(running.size()));
  }

  private void killExecutors(int kills) throws Exception {
    long seed = ThreadLocalRandom.current().nextLong();
    System.out.println("kills by seed " + seed);
    var random = new Random(seed);
    var conf =
        LocalSpark.executors(2)
            .set("spark.stage.maxConsecutiveAttempts", "1000")
            .set("spark.task.maxFailures", "1000")
            .set("spark.deploy.maxExecutorRetries", "-1");
    var training = CompletableFuture.supplyAsync(() -> train(conf));
    for (int i = 0; i < kills; i++) {
      var executor = working(training, random);
      Thread.sleep(random.nextInt(300));
      executor.destroyForcibly();
    }
    Files.createFile(released());
    assertThat(training.get().members())
        .extracting(TrainingMember::params)
        .containsOnly(TreeDigest.of(Line.trainedInWorkers(2, EPOCHS)));
  }

  @Test
  @Timeout(300)
  void executors_that_are_killed_leave_the_parameters_as_they_are() throws Exception {
    killExecutors(2);
  }

  @Test
  @Tag("long")
  @Timeout(7200)
  void a_hundred_kills_leave_the_parameters_as_they_are() throws Exception {
    killExecutors(MANY_KILLS);
  }

  @Test
  @Timeout(300)
  void an_executor_that_is_halted_is_replaced() throws Exception {
    var conf =
        LocalSpark.executors(2)
            .set("spark.network.timeout", "8s")
            .set("spark.network.timeoutInterval", "2s")
            .set("spark.stage.maxConsecutiveAttempts", "10");
    var training = CompletableFuture.supplyAsync(() -> train(conf));
    var executor = working(training, new Random(0));
    halt(executor);
    Files.createFile(released());
    assertThat(training.get().members())
        .extracting(TrainingMember::params)
        .containsOnly(TreeDigest.of(Line.trainedInWorkers(2, EPOCHS)));
    executor.destroyForcibly();
  }

  private static void halt(ProcessHandle process) throws IOException, InterruptedException {
    var signal = new ProcessBuilder(List.of("kill", "-STOP", Long.toString(process.pid()))).start();
    assertThat(signal.waitFor()).isZero();
  }
}
