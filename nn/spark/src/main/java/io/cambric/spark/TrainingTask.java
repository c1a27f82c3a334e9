package io.cambric.spark;

import io.cambric.distributed.GroupOptions;
import io.cambric.distributed.ProcessGroup;
import io.cambric.errors.ProcessGroupException;
import io.cambric.nn.training.Training;
import io.cambric.nn.training.TrainingEvent;
import io.cambric.nn.training.TrainingResult;
import io.cambric.nn.training.TrainState;
import io.cambric.nn.writer.Progress;
import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.apache.spark.BarrierTaskContext;
import org.apache.spark.TaskKilledException;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;
import scala.collection.Iterator;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractFunction1;

/**
 * The work of one task of the barrier stage: joins the others, and trains on its rows.
 *
 * @param <S> the train state
 * @param <T> a row
 */
final class TrainingTask<S extends TrainState<S>, T>
    extends AbstractFunction1<Iterator<Tuple2<Long, byte[]>>, Iterator<byte[]>>
    implements Serializable {

  private static final long serialVersionUID = 1L;

  /** The current checkpoint, the one that all have, and the one before for a slow process. */
  private static final int KEEP_EACH = 3;

  private final StateSource<S> state;
  private final TrainingSource<S, T> training;
  private final String axisName;
  private final @Nullable CheckpointFolder folder;
  private final int keep;
  private final boolean checkpointEach;
  private final Duration heartbeatTimeout;
  private final String secret;
  private final LogAccumulator log;

  TrainingTask(
      StateSource<S> state,
      TrainingSource<S, T> training,
      String axisName,
      @Nullable CheckpointFolder folder,
      int keep,
      boolean checkpointEach,
      Duration heartbeatTimeout,
      String secret,
      LogAccumulator log) {
    this.state = state;
    this.training = training;
    this.axisName = axisName;
    this.folder = folder;
    this.keep = keep;
    this.checkpointEach = checkpointEach;
    this.heartbeatTimeout = heartbeatTimeout;
    this.secret = secret;
    this.log = log;
  }

  @Override
  public Iterator<byte[]> apply(Iterator<Tuple2<Long, byte[]>> rows) {
    var task = BarrierTaskContext.get();
    ExecutorThreads.set(task.cpus());
    var packed = SerializedObjects.of(outcome(task, CollectionConverters.asJava(rows)));
    return CollectionConverters.asScala(List.of(packed).iterator());
  }

  private Outcome outcome(BarrierTaskContext task, java.util.Iterator<Tuple2<Long, byte[]>> rows) {
    int rank = task.partitionId();
    // Rows are read in the group, so that a task that cannot read its rows stops the others.
    try (var group = ProcessGroup.join(options(task), new StageBroadcast(task))) {
      return group.run(axisName, () -> permanently(() -> run(group, task, RowShares.read(rows))));
    } catch (PermanentFailure e) {
      return Outcome.Failed.of(rank, e.failure());
    } catch (ProcessGroupException e) {
      if (PermanentFailure.isOfAnother(e)) {
        return new Outcome.Stopped(rank);
      }
      throw e;
    }
  }

  /** Marks failures that another attempt would meet again. */
  private static Outcome permanently(Supplier<Outcome> work) {
    try {
      return work.get();
    } catch (PermanentFailure e) {
      throw e;
    } catch (RuntimeException e) {
      throw PermanentFailure.isPermanent(e) ? new PermanentFailure(e) : e;
    }
  }

  /**
   * {@return the membership in the group; a task knows the machine of rank 0, but no port there}
   */
  private GroupOptions options(BarrierTaskContext task) {
    int size = task.getTaskInfos().length;
    return GroupOptions.of(task.partitionId(), size, host(task, 0), 0, secret)
        .withHeartbeatTimeout(heartbeatTimeout);
  }

  private static String host(BarrierTaskContext task, int rank) {
    var address = task.getTaskInfos()[rank].address();
    return address.substring(0, address.lastIndexOf(':'));
  }

  private Outcome run(ProcessGroup group, BarrierTaskContext task, List<T> rows) {
    var members = new GroupMembers(group, axisName);
    int rank = group.rank();
    var share = new Share<>(rank, group.size(), members.even(rows));
    // Tasks of a local cluster share one terminal, and a listener of the driver reports the
    // progress.
    var plan =
        training
            .training(state.state(), share)
            .progress(Progress.none())
            .afterStep(event -> show(event, task));
    if (!checkpointEach) {
      plan = plan.afterEpoch(event -> members.requireSame(event.state(), event.step()));
    }
    if (rank == 0) {
      plan = plan.write(new LogWriter(log));
    }
    var trained = checkpointed(plan, members);
    if (!checkpointEach) {
      members.requireSame(trained.state(), trained.steps());
    }
    return Outcome.Ended.of(rank, group.size(), host(task, rank), trained);
  }

  /** Ends a training that Spark has cancelled, and reports how far it is. */
  private void show(TrainingEvent<S> event, BarrierTaskContext task) {
    if (task.isInterrupted()) {
      throw new TaskKilledException("cancelled after step " + event.step());
    }
    if (task.partitionId() == 0) {
      log.setProgress(new TrainingProgress(event.epoch(), event.step()));
    }
  }

  private TrainingResult<S> checkpointed(Training<S, ?> plan, GroupMembers members) {
    if (folder == null) {
      return plan.run();
    }
    int rank = members.group().rank();
    var own = checkpointEach ? folder.ofRank(rank) : folder;
    int kept = checkpointEach ? Math.max(keep, KEEP_EACH) : keep;
    return new TaskCheckpoints(own, kept, checkpointEach || rank == 0, members, log).run(plan);
  }
}
