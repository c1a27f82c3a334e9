package io.cambric.sharding;

import static io.cambric.transform.Transforms.pmap;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.core.Array;
import io.cambric.numpy.Numpy;
import io.cambric.testing.OtherProcess;
import io.cambric.testing.Sampled;
import io.cambric.tree.Trees;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A model that is too large for one process is trained by two, to the bit. */
@Sampled
@Timeout(300)
class LargeModelTest {

  private static final int SIZE = 2;

  /** Less than the parameters, their gradients and the two moments of Adam. */
  private static final int HEAP_MIB = 68;

  /** The heap has large arrays, nearly all of which stay. */
  private static final List<String> OPTIONS =
      List.of(
          "--add-modules=jdk.incubator.vector",
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          "-Xmn6m",
          "-Xmx" + HEAP_MIB + "m",
          "-Dcambric.threads=1");

  private static List<OtherProcess> started(int size, boolean isSharded) throws IOException {
    int port = freePort();
    var processes = new ArrayList<OtherProcess>();
    for (int rank = 0; rank < size; rank++) {
      processes.add(
          OtherProcess.start(
              OPTIONS,
              LargeModel.class,
              Integer.toString(rank),
              Integer.toString(size),
              Integer.toString(port),
              Boolean.toString(isSharded)));
    }
    return processes;
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** {@return the fingerprint of the same training in one process that has room for it} */
  private static int ofWholeParameters() {
    var model = new LargeModel(false);
    var data = Numpy.stack(List.of(LargeModel.data(0), LargeModel.data(1)));
    var state = model.initial(data.get(0));
    var step =
        pmap((LargeModel.State s, Array x) -> model.next(s, x))
            .inAxes(null, 0)
            .axisName(LargeModel.AXIS);
    for (int i = 0; i < LargeModel.STEPS; i++) {
      state = Trees.map(step.apply(state, data), (Array leaf) -> leaf.get(0));
    }
    return LargeModel.fingerprint(state.variables());
  }

  @Test
  void two_processes_train_a_model_for_which_one_has_no_room() throws Exception {
    assertThat(4 * LargeModel.bytes()).isGreaterThan((long) HEAP_MIB << 20);
    awaitLines(started(1, false), LargeModel.EXHAUSTED);
    var processes = started(SIZE, true);
    awaitLines(processes, Integer.toString(ofWholeParameters()));
  }

  private static void awaitLines(List<OtherProcess> processes, String line) throws IOException {
    for (var process : processes) {
      process.awaitLine(line);
    }
    processes.forEach(OtherProcess::close);
  }
}
