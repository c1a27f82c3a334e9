package io.cambric.io.checkpoint;

import io.cambric.concurrent.Futures;
import io.cambric.errors.CambricException;
import io.cambric.errors.DataException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Saves checkpoints on a separate thread, while the training continues; mutable, for one thread.
 *
 * <p>A save captures the tree, and returns at once. The tree may be donated to the next step:
 * donated arrays become unusable as usual, and the save keeps their memory until it has finished.
 * The step gets fresh memory, so at most one additional state is in memory.
 *
 * <p>One save runs at a time. The next call of any method, and only that call, throws a failure.
 * The thread rests between pieces so that steps keep their pace, until a caller waits for it. A
 * program that ends without {@link #close} waits for the running save, and does not report a
 * failure.
 *
 * {@snippet :
 * try (var saver = CheckpointSaver.of(checkpoints)) {
 *   for (long step = 1; step <= steps; step++) {
 *     state = train.apply(state);
 *     saver.save(state, step);
 *   }
 * }                                               // the last one is on the disk
 * }
 */
public final class CheckpointSaver implements AutoCloseable {

  /**
   * The fraction of all processors that a save may take, as the next step has to allocate memory,
   * too.
   */
  private static final double SHARE = 0.03;

  private final Checkpoints checkpoints;
  private final double pace;
  private @Nullable Running running;

  private CheckpointSaver(Checkpoints checkpoints, double pace) {
    this.checkpoints = checkpoints;
    this.pace = pace;
  }

  /** {@return a saver that takes a small fraction of the processors, at most one of them} */
  public static CheckpointSaver of(Checkpoints checkpoints) {
    double processors = Runtime.getRuntime().availableProcessors();
    return new CheckpointSaver(checkpoints, Math.min(1, SHARE * processors));
  }

  /**
   * {@return a saver whose thread is busy for a fraction of the time}
   *
   * @param pace the fraction, above 0; with 1 the thread never rests
   * @throws DataException if it is not in that range
   */
  public static CheckpointSaver of(Checkpoints checkpoints, double pace) {
    if (!(pace > 0 && pace <= 1)) {
      throw new DataException(
          "A saver needs a pace in (0, 1], but got %s. Leave it out for the default."
              .formatted(pace));
    }
    return new CheckpointSaver(checkpoints, pace);
  }

  /** {@return the checkpoints that this saver writes} */
  public Checkpoints checkpoints() {
    return checkpoints;
  }

  /**
   * Begins to save a tree with the time, after the running save.
   *
   * @throws DataException as {@link #save(Object, long, CheckpointDetails)}
   */
  public void save(Object tree, long step) {
    save(tree, step, CheckpointDetails.now());
  }

  /**
   * Waits for the running save, and then begins to save a tree.
   *
   * @param details metrics and texts to save with it
   * @throws DataException if the previous save failed, in which case this one does not begin; or if
   *     the tree or the step cannot be saved
   */
  public void save(Object tree, long step, CheckpointDetails details) {
    flush();
    running = Running.start(new CheckpointSave(checkpoints, tree, step, details), pace);
  }

  /**
   * Begins to save a tree, unless another save still runs.
   *
   * @return whether the save begins
   * @throws DataException as {@link #save(Object, long, CheckpointDetails)}
   */
  public boolean trySave(Object tree, long step, CheckpointDetails details) {
    if (isSaving()) {
      return false;
    }
    save(tree, step, details);
    return true;
  }

  /** {@return whether a save runs, so that another one would wait} */
  public boolean isSaving() {
    return running != null && !running.task.isDone();
  }

  /**
   * Waits until the running save is on the disk.
   *
   * @throws DataException if it failed
   */
  public void flush() {
    var last = running;
    running = null;
    if (last != null) {
      last.await();
    }
  }

  /**
   * Waits until the running save is on the disk; more than one call is allowed.
   *
   * @throws DataException if it failed
   */
  @Override
  public void close() {
    flush();
  }

  /** A save on its thread. */
  private static final class Running {

    private final CheckpointSave saving;
    private final FutureTask<Path> task;
    private final Thread thread;
    private volatile boolean hasty;

    private Running(CheckpointSave saving, double pace) {
      this.saving = saving;
      this.task =
          new FutureTask<>(() -> {
            try (saving) {
              return saving.write(channel -> new ThrottledChannel(channel, pace, () -> hasty));
            }
          });
      // The process lives until a save that has begun is complete.
      this.thread = Thread.ofPlatform().name("cambric-checkpoint").daemon(false).unstarted(task);
    }

    static Running start(CheckpointSave saving, double pace) {
      var running = new Running(saving, pace);
      running.thread.start();
      return running;
    }

    void await() {
      hasty = true;
      LockSupport.unpark(thread);
      try {
        // A save that has begun ends soon, and half of one would be lost.
        Futures.getUninterruptibly(task);
      } catch (ExecutionException e) {
        throw failure(Objects.requireNonNullElse(e.getCause(), e));
      }
    }

    private DataException failure(Throwable cause) {
      return new DataException(
          "The checkpoint of step %d was not saved: %s Fix the cause, and save again."
              .formatted(
                  saving.step(),
                  cause instanceof CambricException ? cause.getMessage() : cause + "."),
          cause);
    }
  }

  /** {@return the checkpoints, and whether a save runs} */
  @Override
  public String toString() {
    return "CheckpointSaver of " + checkpoints + (running == null ? "" : ", saving");
  }
}
