package io.cambric.distributed;

import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.errors.ProcessGroupException;
import io.cambric.lax.collective.Psum;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Processes that run the same program, each with a rank, and meet in the collectives of a named
 * axis, like the workers of {@code pmap}.
 *
 * <p>A step that averages gradients by {@code pmean(grads, "batch")} runs unchanged under {@code
 * vmap}, {@code pmap} and in a group. It gives the same numbers for the same count of lanes,
 * workers or processes. Operands are combined in the order of the ranks, independent of their time
 * of arrival.
 *
 * {@snippet :
 * try (var group = ProcessGroup.join(GroupOptions.ofEnvironment())) {
 *   group.run("batch", () -> train(group.rank(), group.size()));
 * }
 * }
 *
 * <p>If a process ends, fails, or reaches another collective than the others, all of them get a
 * {@link ProcessGroupException}, even in the middle of a collective.
 *
 * <p>One thread of a process runs the program of the group. Connections require proof of a common
 * secret. Messages are not encrypted, so a group belongs in a private network.
 *
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.distributed.initialize.html">
 *     jax.distributed.initialize</a>
 */
public final class ProcessGroup implements AutoCloseable {

  private static final String BARRIER = "barrier";

  private final PeerConnections connections;

  private ProcessGroup(PeerConnections connections) {
    this.connections = connections;
  }

  /**
   * Waits for all processes of a group, and connects each pair of processes.
   *
   * @throws ProcessGroupException if not all join in time, or they do not fit together
   */
  public static ProcessGroup join(GroupOptions options) {
    return new ProcessGroup(Rendezvous.join(options));
  }

  /**
   * Waits for all processes of a group whose launcher can broadcast a text, such as MPI and the
   * barrier stages of Spark. So rank 0 may listen on a port that its system chooses.
   *
   * @param options with the port of rank 0, where 0 means any free port
   * @param broadcast called once by each process, by rank 0 with its port and by others with an
   *     empty text; returns the text of rank 0 to all
   * @throws ProcessGroupException if not all join in time, they do not fit together, or the text of
   *     rank 0 does not arrive
   */
  public static ProcessGroup join(GroupOptions options, UnaryOperator<String> broadcast) {
    return new ProcessGroup(Rendezvous.join(options, broadcast));
  }

  /** {@return the number of this process, from 0} */
  public int rank() {
    return connections.rank();
  }

  /** {@return the number of processes} */
  public int size() {
    return connections.size();
  }

  /**
   * {@return the result of a function in which the processes are the lanes of a named axis}
   *
   * @param axisName for collectives, in the function and in everything that it traces
   * @param function the function that all processes run, with the same collectives in the same
   *     order
   * @throws ProcessGroupException if another process fails or ends meanwhile; if the function
   *     throws, the others get that exception's text
   */
  public <R> R run(String axisName, Supplier<? extends R> function) {
    try {
      return new ProcessLanes(connections, axisName).run(connections.rank(), function);
    } catch (ProcessGroupException e) {
      throw e;
    } catch (RuntimeException | Error e) {
      connections.stop(
          "%s failed: %s. Check its log, and restart all processes from their last checkpoint."
              .formatted(GroupOptions.process(rank(), size(), null), e),
          e);
      throw e;
    }
  }

  /** Waits until all processes reach this call. */
  public void barrier() {
    var lanes = new ProcessLanes(connections, BARRIER);
    var one = NdArray.ofInts(Shape.scalar(), 1);
    var _ = lanes.start(rank(), new Psum(lanes.axis()), List.of(one)).get();
  }

  /**
   * {@return the number of bytes sent by this process to the others so far, including headers and
   * heartbeats}
   *
   * <p>The difference before and after a step is the network traffic of the step.
   */
  public long bytesSent() {
    return connections.bytesSent();
  }

  /** Leaves the group in order; processes that still wait for this process get an exception. */
  @Override
  public void close() {
    connections.close();
  }

  /** {@return the rank in the group} */
  @Override
  public String toString() {
    return GroupOptions.process(rank(), size(), null);
  }
}
