package io.cambric.spark;

import io.cambric.errors.DataException;
import io.cambric.io.checkpoint.Checkpoints;
import io.cambric.nn.training.TrainState;
import io.cambric.nn.training.Training;
import io.cambric.nn.training.TrainingResult;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * The checkpoints of one process, in a local folder, with copies in a folder for all processes.
 *
 * @param folder that all processes reach
 * @param keep how many of the latest to keep
 * @param saves whether this process saves; others resume from the checkpoints of rank 0
 * @param members the processes
 * @param log of rank 0
 */
record TaskCheckpoints(
    CheckpointFolder folder, int keep, boolean saves, GroupMembers members, LogAccumulator log) {

  /**
   * {@return the training after it has ended}
   *
   * <p>It begins with the latest checkpoint that all processes have.
   */
  <S extends TrainState<S>> TrainingResult<S> run(Training<S, ?> training) {
    Path local = null;
    try {
      local = Files.createTempDirectory("cambric-checkpoints");
      fetch(local);
      // A process that saves removes checkpoints that others may still read.
      members.group().barrier();
      return with(training, Checkpoints.in(local).withKeep(keep)).run();
    } catch (IOException e) {
      throw new DataException(
          "A training with checkpoints needs a local folder in %s, but it cannot be created: %s. Name another folder with -Djava.io.tmpdir."
              .formatted(System.getProperty("java.io.tmpdir"), e),
          e);
    } finally {
      remove(local);
    }
  }

  private void fetch(Path local) {
    var steps = folder.steps();
    var latest = members.latestCommon(steps, saves);
    if (latest.isEmpty()) {
      return;
    }
    long step = latest.getAsLong();
    folder.fetch(
        steps.stream().filter(each -> saves ? each <= step : each == step).toList(), local);
    if (members.group().rank() == 0) {
      folder.records(step).forEach(log::add);
    }
  }

  private <S extends TrainState<S>> Training<S, ?> with(
      Training<S, ?> training, Checkpoints rules) {
    return saves
        ? training.checkpoint(
            rules.withAfterSave(file -> folder.store(file, log.value().records())))
        : training.checkpoint(rules).checkpointEvery(Long.MAX_VALUE);
  }

  private static void remove(@Nullable Path folder) {
    if (folder == null) {
      return;
    }
    try {
      Files.walkFileTree(
          folder,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
              Files.delete(file);
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path each, @Nullable IOException failure)
                throws IOException {
              Files.delete(each);
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      System.getLogger("io.cambric.spark")
          .log(
              System.Logger.Level.WARNING,
              "The folder %s cannot be removed: %s".formatted(folder, e));
    }
  }
}
