package io.cambric.distributed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ProcessGroupException;
import io.cambric.lax.Lax;
import io.cambric.numpy.Numpy;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Where one process fails, all of them learn why, and none waits for ever. */
@Timeout(60)
class ProcessGroupFailureTest {

  private static final String AGAIN =
      " Check its log, and restart all processes from their last checkpoint.";

  private static final String SAME =
      " Start all processes with the same size, version, kernels and authentication, "
          + "and each with its own rank.";

  private static Array sum(int length) {
    return Lax.psum(Numpy.ones(Shape.of(length), DType.F32), "i");
  }

  private static void assertAllFail(int size, Function<ProcessGroup, ?> function, String message) {
    var failures = Members.failures(size, function);
    for (int rank = 0; rank < size; rank++) {
      assertThat(failures.get(rank))
          .as("process %d", rank)
          .isInstanceOf(ProcessGroupException.class)
          .message()
          .matches(message);
    }
  }

  @Test
  void an_exception_of_one_process_reaches_all() {
    var failures =
        Members.failures(
            3,
            group ->
                group.run(
                    "i",
                    () -> {
                      if (group.rank() == 1) {
                        throw new IllegalStateException("no data");
                      }
                      return sum(1_000_000);
                    }));
    assertThat(failures.get(1)).isInstanceOf(IllegalStateException.class).hasMessage("no data");
    for (int other : new int[] {0, 2}) {
      assertThat(failures.get(other))
          .isInstanceOf(ProcessGroupException.class)
          .hasMessage("Process 1 of 3 failed: java.lang.IllegalStateException: no data." + AGAIN);
    }
  }

  @Test
  void processes_in_different_collectives_stop() {
    assertAllFail(
        2,
        group ->
            group.run(
                "i", () -> group.rank() == 0 ? sum(3) : Lax.pmax(Numpy.ones(Shape.of(3)), "i")),
        "Processes need the same collectives in the same order, but process (0 reached "
            + "its collective 0, psum\\[axis=i:2\\] of f32\\[3\\], while process 1 reached "
            + "its collective 0, pmax\\[op=MAX axis=i:2\\] of f32\\[3\\]|1 reached its "
            + "collective 0, pmax\\[op=MAX axis=i:2\\] of f32\\[3\\], while process 0 "
            + "reached its collective 0, psum\\[axis=i:2\\] of f32\\[3\\])\\. Let all "
            + "processes take the same branches and iterations around a collective\\.");
  }

  @Test
  void processes_with_different_shapes_stop() {
    assertAllFail(
        2,
        group -> group.run("i", () -> sum(group.rank() == 0 ? 3 : 4)),
        "Processes need the same collectives in the same order, but process .*f32\\[[34]\\], while"
            + " process .*");
  }

  @Test
  void a_process_that_has_left_is_not_waited_for() {
    var failures =
        Members.failures(
            2,
            group -> {
              if (group.rank() == 1) {
                throw new IllegalStateException("leaves early");
              }
              return group.run("i", () -> sum(3));
            });
    assertThat(failures.getFirst())
        .isInstanceOf(ProcessGroupException.class)
        .message()
        .matches(
            "Process 1 of 2 \\(127\\.0\\.0\\.1:\\d+\\) has left the group, but process 0 "
                + "waits for it in psum\\[axis=i:2\\] of f32\\[3\\]\\. Let all processes run the "
                + "same collectives before any leaves\\.");
  }

  @Test
  void a_group_that_has_stopped_or_is_closed_is_not_used_again() {
    var failures =
        Members.failures(
            2,
            group -> {
              group.barrier();
              group.close();
              return group.run("i", () -> sum(3));
            });
    assertThat(failures.getFirst())
        .isInstanceOf(ProcessGroupException.class)
        .hasMessage("The group of processes is closed. Use it before closing it, or join another.");
  }

  @Test
  void ranks_that_do_not_come_are_named_in_all_processes() {
    var options =
        GroupOptions.of(0, 3, Members.HOST, Members.freePort())
            .withJoinTimeout(Duration.ofSeconds(1));
    var second = inBackground(() -> ProcessGroup.join(rank(options, 1)));
    var message =
        "process 0 of 3 at 127.0.0.1:%d waited 1 s for all processes, but these ranks did not join: 2. Start them, or raise GroupOptions.joinTimeout."
            .formatted(options.port());
    assertThatExceptionOfType(ProcessGroupException.class)
        .isThrownBy(() -> ProcessGroup.join(options))
        .withMessage(message);
    assertThat(failure(second)).isInstanceOf(ProcessGroupException.class).hasMessage(message);
  }

  @Test
  void a_process_that_ends_before_it_says_where_the_others_are_is_named() throws IOException {
    try (var server = ServerSocketChannel.open()) {
      var options = bound(server).withJoinTimeout(Duration.ofSeconds(20));
      var second = inBackground(() -> ProcessGroup.join(rank(options, 1)));
      try (var channel = server.accept()) {
        assertThat(new Handshake(options, own()).accept(channel, Duration.ofSeconds(20)).caller())
            .extracting(Handshake.Caller::rank)
            .isEqualTo(1);
      }
      assertThat(failure(second))
          .isInstanceOf(ProcessGroupException.class)
          .hasMessage(
              "Process 0 of 2 (127.0.0.1:%d) ended or is no longer reachable (the connection ended)."
                      .formatted(options.port())
                  + AGAIN);
    }
  }

  @Test
  void a_program_that_hangs_up_is_named_with_its_address() throws IOException {
    try (var server = ServerSocketChannel.open()) {
      var options = bound(server).withJoinTimeout(Duration.ofSeconds(1));
      var second = inBackground(() -> ProcessGroup.join(rank(options, 1)));
      var _ = inBackground(() -> hangUpUntilClosed(server));
      assertThat(failure(second))
          .isInstanceOf(ProcessGroupException.class)
          .hasMessage(
              "process 1 of 2 at 127.0.0.1:%d waited 1 s for a process at /127.0.0.1:%d: the connection ended. Start that process, or raise GroupOptions.joinTimeout."
                  .formatted(options.port(), options.port()));
    }
  }

  private static int hangUpUntilClosed(ServerSocketChannel server) {
    int calls = 0;
    try {
      while (true) {
        server.accept().close();
        calls++;
      }
    } catch (IOException e) {
      return calls;
    }
  }

  /** {@return the options of process 0 of 2, for which a server listens} */
  private static GroupOptions bound(ServerSocketChannel server) throws IOException {
    server.bind(new InetSocketAddress(Members.HOST, 0));
    return GroupOptions.of(0, 2, Members.HOST, server.socket().getLocalPort());
  }

  @Test
  void a_rank_is_taken_once() {
    var options =
        GroupOptions.of(0, 3, Members.HOST, Members.freePort())
            .withJoinTimeout(Duration.ofSeconds(20));
    var second = inBackground(() -> ProcessGroup.join(rank(options, 1)));
    var third = inBackground(() -> ProcessGroup.join(rank(options, 1)));
    var message =
        "Two processes have rank 1 in process 0 of 3 at 127.0.0.1:%d. Give each process its own rank."
            .formatted(options.port());
    assertThatExceptionOfType(ProcessGroupException.class)
        .isThrownBy(() -> ProcessGroup.join(options))
        .withMessage(message);
    assertThat(failure(second)).isInstanceOf(ProcessGroupException.class).hasMessage(message);
    assertThat(failure(third)).isInstanceOf(ProcessGroupException.class).hasMessage(message);
  }

  @Test
  void a_wrong_secret_is_refused_and_the_others_come_together() {
    var options =
        GroupOptions.of(0, 2, Members.HOST, Members.freePort(), "right")
            .withJoinTimeout(Duration.ofSeconds(20));
    var wrong = inBackground(() -> ProcessGroup.join(rank(options, 1).withSecret("wrong")));
    var first = inBackground(() -> ProcessGroup.join(options));
    assertThat(failure(wrong))
        .isInstanceOf(ProcessGroupException.class)
        .message()
        .matches(
            "Process 1 was refused by /127\\.0\\.0\\.1:\\d+: it does not know the secret of "
                + "the group\\. Start all processes with the same secret, size, version, kernels "
                + "and authentication, and each with its own rank\\.");
    try (var right = ProcessGroup.join(rank(options, 1));
        var zero = first.join()) {
      assertThat(right.size()).isEqualTo(zero.size());
    }
  }

  @Test
  void another_size_stops_all_processes() {
    var options =
        GroupOptions.of(0, 3, Members.HOST, Members.freePort())
            .withJoinTimeout(Duration.ofSeconds(20));
    var other =
        inBackground(() ->
            ProcessGroup.join(
                GroupOptions.of(1, 2, Members.HOST, options.port())
                    .withJoinTimeout(Duration.ofSeconds(20))));
    assertThatExceptionOfType(ProcessGroupException.class)
        .isThrownBy(() -> ProcessGroup.join(options))
        .withMessage(
            "Process 1 cannot join the group: it counts 2 processes, process 0 counts 3." + SAME);
    assertThat(failure(other)).isInstanceOf(ProcessGroupException.class);
  }

  @Test
  void another_version_of_the_library_stops_all_processes() {
    assertMisfitStopsAll(
        new LibraryVersion("0.0.1", own().kernels()),
        "its Cambric is 0.0.1, but process 0 has %s".formatted(own().version()));
  }

  @Test
  void other_kernels_stop_all_processes() {
    assertMisfitStopsAll(
        new LibraryVersion(own().version(), "simd"),
        "its kernels are simd, but process 0 has plain; start all JVMs with "
            + "--add-modules jdk.incubator.vector, or all with -Dcambric.kernels=plain");
  }

  private static LibraryVersion own() {
    return LibraryVersion.own();
  }

  private static void assertMisfitStopsAll(LibraryVersion library, String misfit) {
    var options =
        GroupOptions.of(0, 2, Members.HOST, Members.freePort())
            .withJoinTimeout(Duration.ofSeconds(20));
    var other =
        inBackground(() -> {
          try (var channel = connected(options)) {
            return new Handshake(rank(options, 1), library).call(channel, 1);
          } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
    assertThatExceptionOfType(ProcessGroupException.class)
        .isThrownBy(() -> ProcessGroup.join(options))
        .withMessage("Process 1 cannot join the group: " + misfit + "." + SAME);
    assertThat(failure(other))
        .isInstanceOf(ProcessGroupException.class)
        .hasMessageContaining(": " + misfit + ". Start all processes with the same secret,");
  }

  @Test
  void a_process_that_authenticates_and_one_that_does_not_are_no_group() {
    var options =
        GroupOptions.of(0, 2, Members.HOST, Members.freePort(), "known")
            .withJoinTimeout(Duration.ofSeconds(20));
    var other = inBackground(() -> ProcessGroup.join(rank(options, 1).withAuthenticated(true)));
    assertThatExceptionOfType(ProcessGroupException.class)
        .isThrownBy(() -> ProcessGroup.join(options))
        .withMessage(
            "Process 1 cannot join the group: it authenticates frames, process 0 does not." + SAME);
    assertThat(failure(other)).isInstanceOf(ProcessGroupException.class);
  }

  @Test
  void strangers_neither_join_nor_hinder() throws IOException, InterruptedException {
    var options =
        GroupOptions.of(0, 2, Members.HOST, Members.freePort())
            .withJoinTimeout(Duration.ofSeconds(20));
    var first = inBackground(() -> ProcessGroup.join(options));
    try (var silent = connected(options);
        var talking = connected(options)) {
      talking.write(ByteBuffer.wrap("GET / HTTP/1.1\r\n\r\n".repeat(100).getBytes()));
      try (var second = ProcessGroup.join(rank(options, 1));
          var zero = first.join()) {
        assertThat(silent.isConnected()).isTrue();
        assertThat(zero.size()).isEqualTo(second.size());
      }
    }
  }

  private static SocketChannel connected(GroupOptions options)
      throws IOException, InterruptedException {
    while (true) {
      try {
        return SocketChannel.open(new InetSocketAddress(options.host(), options.port()));
      } catch (ConnectException e) {
        Thread.sleep(1);
      }
    }
  }

  @Test
  void options_come_from_the_environment() {
    var variables =
        Map.of(
            "RANK",
            "1",
            "WORLD_SIZE",
            "4",
            "MASTER_ADDR",
            "10.0.0.1",
            "MASTER_PORT",
            "29500",
            "CAMBRIC_SECRET",
            "hidden");
    var options = GroupOptions.of(variables);
    assertThat(options)
        .isEqualTo(GroupOptions.of(1, 4, "10.0.0.1", 29500, "hidden"))
        .hasToString("process 1 of 4 at 10.0.0.1:29500");
  }

  @Test
  void options_that_do_not_fit_are_refused() {
    assertRefused(
        () -> GroupOptions.of(Map.of("RANK", "1")),
        "A group of processes needs the environment variable WORLD_SIZE, but it is not "
            + "set. Set RANK, WORLD_SIZE, MASTER_ADDR and MASTER_PORT, or pass GroupOptions.");
    assertRefused(
        () -> GroupOptions.of(Map.of("RANK", "one")),
        "The environment variable RANK must be a whole number, but is \"one\". Correct it.");
    assertRefused(
        () -> GroupOptions.of(2, 2, Members.HOST, 1),
        "A group of processes needs a number from 0 to 1 as its rank, but got 2. "
            + "Correct the options.");
    assertRefused(
        () -> GroupOptions.of(0, 2, "10.0.0.1", 1),
        "A group of processes over 10.0.0.1 needs a secret, but has none. Give all its "
            + "processes the same secret with withSecret or the variable CAMBRIC_SECRET.");
    assertRefused(
        () -> GroupOptions.of(0, 2, Members.HOST, 1).withAuthenticated(true),
        "A group that authenticates its messages needs a secret, but has none. Give all "
            + "its processes the same secret with withSecret or the variable CAMBRIC_SECRET.");
  }

  private static void assertRefused(Supplier<GroupOptions> options, String message) {
    assertThatExceptionOfType(ProcessGroupException.class)
        .isThrownBy(options::get)
        .withMessage(message);
  }

  private static GroupOptions rank(GroupOptions options, int rank) {
    return new GroupOptions(
        rank,
        options.size(),
        options.host(),
        options.port(),
        options.secret(),
        options.joinTimeout(),
        options.heartbeatTimeout(),
        options.authenticated());
  }

  private static <R> CompletableFuture<R> inBackground(Supplier<R> action) {
    return CompletableFuture.supplyAsync(action, task -> Thread.ofPlatform().daemon().start(task));
  }

  private static Throwable failure(CompletableFuture<?> future) {
    return future.handle((_, thrown) -> thrown.getCause()).join();
  }

  @Test
  void a_group_needs_a_port_that_its_processes_know() {
    var options = GroupOptions.of(1, 2, Members.HOST, 0);
    assertThatExceptionOfType(ProcessGroupException.class)
        .isThrownBy(() -> ProcessGroup.join(options))
        .withMessageStartingWith(
            "process 1 of 2 at 127.0.0.1:0 needs a port of at least 1, but got 0. Choose "
                + "one, or pass a function to join that publishes the port of rank 0.");
    assertThatExceptionOfType(ProcessGroupException.class)
        .isThrownBy(() -> ProcessGroup.join(options, text -> "soon"))
        .withMessageStartingWith(
            "process 1 of 2 at 127.0.0.1:0 needs the port of rank 0 from the function that "
                + "was passed to join, but got \"soon\". Return the text from rank 0 in all "
                + "processes.");
  }
}
