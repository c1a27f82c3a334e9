package io.cambric.distributed;

import static io.cambric.testing.TestArrays.exact;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cambric.distributed.GroupTraining.State;
import io.cambric.testing.OtherProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * A group over a network that drops: each process is in a network namespace of its own, and all are
 * joined by a bridge in another one. It needs Linux and its superuser; elsewhere it is skipped.
 */
class NetworkTest {

  private static final int PORT = 29500;

  /** The namespace of the bridge; names of links have at most 15 characters. */
  private static final String HUB = "cambric-" + ProcessHandle.current().pid() % 10_000;

  @TempDir private Path folder;

  private static String namespace(int rank) {
    return HUB + "-" + rank;
  }

  private static String address(int rank) {
    return "10.217.39." + (rank + 1);
  }

  private static boolean isDone(String... command) throws IOException, InterruptedException {
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getInputStream().readAllBytes();
    return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
  }

  private static void ip(String arguments) throws IOException, InterruptedException {
    var command = ("ip " + arguments).split(" ");
    assertThat(isDone(command)).as("ip %s", arguments).isTrue();
  }

  private static boolean hasNamespaces() throws InterruptedException {
    try {
      return isDone("ip", "netns", "add", HUB)
          && isDone("ip", "-n", HUB, "link", "add", "bridge", "type", "bridge");
    } catch (IOException e) {
      return false;
    }
  }

  @BeforeEach
  void connect() throws IOException, InterruptedException {
    assumeTrue(hasNamespaces(), "network namespaces need Linux and its superuser");
    ip("-n %s link set bridge up".formatted(HUB));
    for (int rank = 0; rank < GroupTraining.SIZE; rank++) {
      var inside = namespace(rank);
      ip("netns add " + inside);
      ip("-n %s link add %s type veth peer name eth0 netns %s".formatted(HUB, inside, inside));
      ip("-n %s link set %s master bridge up".formatted(HUB, inside));
      ip("-n %s addr add %s/24 dev eth0".formatted(inside, address(rank)));
      ip("-n %s link set eth0 up".formatted(inside));
      ip("-n %s link set lo up".formatted(inside));
    }
  }

  @AfterEach
  void disconnect() throws IOException, InterruptedException {
    for (int rank = 0; rank < GroupTraining.SIZE; rank++) {
      isDone("ip", "netns", "del", namespace(rank));
    }
    isDone("ip", "netns", "del", HUB);
  }

  private static List<OtherProcess> started(Path file, int last) throws IOException {
    var processes = new ArrayList<OtherProcess>();
    for (int rank = 0; rank < GroupTraining.SIZE; rank++) {
      processes.add(
          OtherProcess.startBy(
              List.of("ip", "netns", "exec", namespace(rank)),
              List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m"),
              GroupTraining.class,
              Integer.toString(rank),
              address(0),
              Integer.toString(PORT),
              file.toString(),
              Integer.toString(last)));
    }
    return processes;
  }

  @Test
  @EnabledIfSystemProperty(named = "tests.exhaustive", matches = "true")
  @Timeout(120)
  void a_network_that_drops_stops_all_processes_and_loses_the_steps_since_the_checkpoint()
      throws Exception {
    var file = folder.resolve("latest.safetensors");
    for (int dropped : List.of(0, 2)) {
      var processes = started(file, GroupTraining.ENDLESS);
      for (var process : processes) {
        process.awaitLine("working");
      }
      ip("-n %s link set %s down".formatted(HUB, namespace(dropped)));
      for (var process : processes) {
        process.awaitLine("stopped");
        process.close();
      }
      ip("-n %s link set %s up".formatted(HUB, namespace(dropped)));
    }
    int last = State.read(file).step() + 3;
    for (var process : started(file, last)) {
      process.awaitLine("done");
      process.close();
    }
    var state = State.read(file);
    var undisturbed = GroupTraining.undisturbed(last);
    assertThat(state.step()).isEqualTo(last);
    assertThat(exact(List.of(state.w(), state.momentum())))
        .isEqualTo(exact(List.of(undisturbed.w(), undisturbed.momentum())));
  }
}
