package io.cambric.core;

import io.cambric.errors.WorkerException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The workers of one pmap: each runs a program on its own thread, and they synchronize in
 * collectives.
 *
 * <p>In a collective each worker hands in its operands. The last worker to arrive stacks them and
 * runs the batching rule of the collective; each worker takes its row of the results. So a
 * collective computes the same numbers as under vmap, in the same order, whatever the threads.
 */
public final class Workers implements AxisGroup {

  /** As many threads as there are workers at a time, since each may wait for all the others. */
  private static final ExecutorService THREADS =
      Executors.newCachedThreadPool(
          Thread.ofPlatform().daemon().name("cambric-pmap-", 1).factory());

  private final MappedAxis axis;
  private final AxisMember outer;
  private final Lock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final List<List<NdArray>> results;
  private final List<List<NdArray>> handedIn;
  private List<List<NdArray>> handedOut = List.of();
  private @Nullable Primitive collective;
  private int arrived;
  private int ended;
  private int meetings;
  private volatile @Nullable Failure failure;

  private Workers(MappedAxis axis, AxisMember outer) {
    this.axis = axis;
    this.outer = outer;
    this.results = new ArrayList<>(Collections.nCopies(axis.size(), List.of()));
    this.handedIn = new ArrayList<>(Collections.nCopies(axis.size(), List.of()));
  }

  /** The cause of the stop of the workers. */
  private record Failure(String message, @Nullable Throwable cause) {}

  /**
   * Runs a program once for each index of an axis, all at the same time.
   *
   * @return the results by index
   * @throws WorkerException if a worker throws, with that as its cause, or if the workers call
   *     different collectives; all workers have ended by then
   */
  public static List<List<NdArray>> run(MappedAxis axis, IntFunction<List<NdArray>> program) {
    var workers = new Workers(axis, AxisMember.here());
    for (int i = 0; i < axis.size(); i++) {
      workers.start(i, program);
    }
    return workers.await();
  }

  private void start(int index, IntFunction<List<NdArray>> program) {
    try {
      THREADS.execute(() -> work(index, program));
    } catch (OutOfMemoryError noThread) {
      locked(() -> fail(index, noThread));
    }
  }

  private void work(int index, IntFunction<List<NdArray>> program) {
    try {
      var result = new AxisMember(this, index, outer).run(() -> program.apply(index));
      locked(() -> end(index, result));
    } catch (Throwable thrown) {
      locked(() -> fail(index, thrown));
    }
  }

  private void locked(Runnable action) {
    lock.lock();
    try {
      action.run();
    } finally {
      lock.unlock();
    }
  }

  private void end(int index, List<NdArray> result) {
    results.set(index, result);
    ended++;
    if (arrived > 0) {
      stop(
          outOfStep("worker %d ended while others are waiting in %s".formatted(index, waitedFor())),
          null);
    }
    changed.signalAll();
  }

  private void fail(int index, Throwable thrown) {
    ended++;
    if (thrown instanceof OutOfStep) {
      stop(String.valueOf(thrown.getMessage()), null);
    } else {
      stop("Worker %d of pmap over axis %s failed: %s".formatted(index, axis, thrown), thrown);
    }
    changed.signalAll();
  }

  private void stop(String message, @Nullable Throwable cause) {
    if (failure == null) {
      failure = new Failure(message, cause);
    }
  }

  private String waitedFor() {
    return collective == null ? "none" : collective.name();
  }

  private String outOfStep(String what) {
    return "Workers of pmap over axis %s need the same collectives in the same order, but %s. Let all workers take the same branches and iterations around a collective."
        .formatted(axis, what);
  }

  /** Thrown in a worker to end it. */
  private static final class OutOfStep extends RuntimeException {

    private static final long serialVersionUID = 1L;

    OutOfStep(String message) {
      super(message, null, false, false);
    }
  }

  @Override
  public MappedAxis axis() {
    return axis;
  }

  /** Workers synchronize at the end of a collective, since the last worker computes for all. */
  @Override
  public Supplier<List<NdArray>> start(int index, Primitive operation, List<NdArray> operands) {
    return () -> meet(index, operation, operands);
  }

  private List<NdArray> meet(int index, Primitive operation, List<NdArray> operands) {
    lock.lock();
    try {
      requireInStep(index, operation);
      collective = operation;
      handedIn.set(index, operands);
      arrived++;
      if (arrived < axis.size()) {
        waitForAll();
      } else {
        handedOut = together(operation);
        arrived = 0;
        meetings++;
        changed.signalAll();
      }
      return handedOut.get(index);
    } finally {
      lock.unlock();
    }
  }

  private void requireInStep(int index, Primitive operation) {
    if (failure != null || ended > 0) {
      throw new OutOfStep(
          outOfStep(
              "worker %d reached %s after others had ended".formatted(index, operation.name())));
    }
    if (arrived > 0 && !operation.equals(collective)) {
      throw new OutOfStep(
          outOfStep(
              "worker %d reached %s while others are waiting in %s"
                  .formatted(index, operation.name(), waitedFor())));
    }
  }

  private void waitForAll() {
    int round = meetings;
    while (meetings == round) {
      if (failure != null) {
        throw new OutOfStep("The other workers have stopped.");
      }
      changed.awaitUninterruptibly();
    }
  }

  /** {@return the results of a collective for each worker, computed in the enclosing context} */
  private List<List<NdArray>> together(Primitive operation) {
    var each = new ArrayList<List<NdArray>>();
    for (int worker = 0; worker < axis.size(); worker++) {
      each.add(new ArrayList<>());
    }
    int count = handedIn.getFirst().size();
    for (int i = 0; i < count; i++) {
      int operand = i;
      var stacked = NdArray.stack(handedIn.stream().map(all -> all.get(operand)).toList());
      var out = outer.run(() -> together(operation, stacked));
      var value = out.values().getFirst().concrete(operation.name());
      for (int worker = 0; worker < axis.size(); worker++) {
        boolean isShared = out.axes().getFirst() == Batched.NOT_MAPPED;
        each.get(worker).add(isShared ? value : value.row(worker));
      }
    }
    return each;
  }

  private Batched together(Primitive operation, NdArray stacked) {
    return EvalTrace.INSTANCE.run(() -> operation.batch(axis, List.of(stacked), List.of(0)));
  }

  private List<List<NdArray>> await() {
    lock.lock();
    try {
      while (ended < axis.size()) {
        changed.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
    if (failure != null) {
      throw failure.cause == null
          ? new WorkerException(failure.message)
          : new WorkerException(failure.message, failure.cause);
    }
    return List.copyOf(results);
  }

  /** {@return the axis} */
  @Override
  public String toString() {
    return "workers of pmap over axis " + axis;
  }
}
