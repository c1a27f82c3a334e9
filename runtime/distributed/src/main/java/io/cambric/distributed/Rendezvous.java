package io.cambric.distributed;

import io.cambric.errors.ProcessGroupException;
import io.cambric.errors.ShownText;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The meeting of the processes of a group. All processes call rank 0, which answers with all
 * addresses once all have called. Then each process calls the processes of lower rank.
 */
final class Rendezvous implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger("io.cambric.distributed");

  /** The maximum time for the messages of a caller, which may be any program. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /**
   * The maximum of simultaneous callers from other programs; further callers wait until one times
   * out.
   */
  private static final int STRANGERS = 64;

  private static final long RETRY_MILLIS = 100;

  private final GroupOptions options;
  private final Handshake handshake;
  private final long deadline;
  private final ServerSocketChannel server;
  private final Map<Integer, Connection> connections = new TreeMap<>();
  private final Map<Integer, InetSocketAddress> listeners = new TreeMap<>();
  private final BlockingQueue<Arrival> arrivals = new LinkedBlockingQueue<>();

  /** The outcome of a connection: a process, or the reason why it does not fit. */
  private record Arrival(Handshake.@Nullable Guest guest, @Nullable ProcessGroupException misfit) {}

  private Rendezvous(GroupOptions options, ServerSocketChannel server) {
    this.options = options;
    this.handshake = new Handshake(options, LibraryVersion.own());
    this.deadline = System.nanoTime() + TimeUnit.NANOSECONDS.convert(options.joinTimeout());
    this.server = server;
  }

  /**
   * {@return the connections of a process to all others}
   *
   * @throws ProcessGroupException if not all join in time, or one does not fit
   */
  static PeerConnections join(GroupOptions options) {
    if (options.size() > 1 && options.port() == 0) {
      throw new ProcessGroupException(
          "%s needs a port of at least 1, but got 0. Choose one, or pass a function to join that publishes the port of rank 0."
              .formatted(options));
    }
    return options.size() == 1
        ? new PeerConnections(0, List.of(), options.heartbeatTimeout())
        : meet(options, () -> new Rendezvous(options, listening(options)));
  }

  /**
   * {@return the connections of a process to all others}
   *
   * @param broadcast from the port of rank 0 to the same port in all processes; others call it with
   *     an empty text
   * @throws ProcessGroupException if not all join in time, one does not fit, or the port does not
   *     arrive
   */
  static PeerConnections join(GroupOptions options, UnaryOperator<String> broadcast) {
    return meet(
        options,
        () -> {
          var server = listening(options);
          try {
            int own = ((InetSocketAddress) server.getLocalAddress()).getPort();
            var text = broadcast.apply(options.rank() == 0 ? Integer.toString(own) : "");
            return new Rendezvous(options.withPort(port(options, text)), server);
          } catch (IOException | RuntimeException e) {
            server.close();
            throw e;
          }
        });
  }

  private static int port(GroupOptions options, String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new ProcessGroupException(
          "%s needs the port of rank 0 from the function that was passed to join, but got \"%s\". Return the text from rank 0 in all processes."
              .formatted(options, text),
          e);
    }
  }

  /** Makes a process listen, before or after it knows the address of rank 0. */
  private interface Opening {
    Rendezvous open() throws IOException;
  }

  private static PeerConnections meet(GroupOptions options, Opening opening) {
    var peers = new ArrayList<Peer>();
    try (var rendezvous = opening.open()) {
      rendezvous.meetOrClose();
      for (var entry : rendezvous.connections.entrySet()) {
        peers.add(new Peer(entry.getKey(), entry.getValue()));
      }
    } catch (IOException e) {
      throw new ProcessGroupException(
          "%s cannot join its group: %s. Check that the network lets processes connect, and restart all of them."
              .formatted(options, e),
          e);
    }
    return new PeerConnections(options.rank(), peers, options.heartbeatTimeout());
  }

  private static ServerSocketChannel listening(GroupOptions options) throws IOException {
    var loopback = GroupOptions.isLoopback(options.host());
    var own =
        new InetSocketAddress(
            loopback ? InetAddress.getLoopbackAddress() : new InetSocketAddress(0).getAddress(),
            options.rank() == 0 ? options.port() : 0);
    var server = ServerSocketChannel.open();
    try {
      return server.bind(own, 2 * options.size());
    } catch (IOException e) {
      server.close();
      throw new ProcessGroupException(
          "%s cannot listen at port %d: %s. Choose another MASTER_PORT for all processes."
              .formatted(options, own.getPort(), e.getMessage()),
          e);
    }
  }

  private void meetOrClose() throws IOException {
    try {
      Thread.ofPlatform().daemon().name("cambric-arrivals").start(this::listen);
      if (options.rank() == 0) {
        gather();
      } else {
        visit();
      }
    } catch (IOException | RuntimeException e) {
      connections.values().forEach(connection -> closed(connection.channel()));
      for (var arrival : arrivals) {
        if (arrival.guest() != null) {
          closed(arrival.guest().connection().channel());
        }
      }
      throw e;
    }
  }

  /** Waits for all processes, and sends each the addresses, or the reason if one is missing. */
  private void gather() throws IOException {
    try {
      awaitAll(1);
    } catch (ProcessGroupException e) {
      for (var connection : connections.values()) {
        refuse(String.valueOf(e.getMessage()), connection);
      }
      throw e;
    }
    for (var entry : connections.entrySet()) {
      try {
        answer("", entry.getValue());
      } catch (IOException e) {
        throw lost(entry.getKey(), entry.getValue(), e);
      }
    }
  }

  private ProcessGroupException lost(int rank, Connection connection, IOException cause) {
    return new ProcessGroupException(PeerConnections.lost(process(rank, connection), cause), cause);
  }

  private String process(int rank, Connection connection) {
    return GroupOptions.process(rank, options.size(), connection.address());
  }

  private void refuse(String reason, Connection connection) {
    try {
      answer(reason, connection);
    } catch (IOException e) {
      // That process is gone, so nobody receives the message.
    }
  }

  private void visit() throws IOException {
    var first = call(new InetSocketAddress(options.host(), options.port()));
    connections.put(0, first);
    var table = receive(first);
    for (int other = 1; other < options.rank(); other++) {
      connections.put(other, call(table.get(other - 1)));
    }
    awaitAll(options.rank() + 1);
  }

  /**
   * Accepts connections until this is closed. Each has a thread, so that a slow caller delays no
   * other.
   */
  private void listen() {
    // Programs may occupy all virtual threads, so this needs platform threads.
    var threads =
        Executors.newFixedThreadPool(
            options.size() + STRANGERS,
            Thread.ofPlatform().daemon().name("cambric-arrival-", 0).factory());
    try (threads) {
      while (true) {
        var channel = server.accept();
        threads.execute(() -> arrive(channel));
      }
    } catch (IOException e) {
      // Closed: all processes have joined, or this process has stopped waiting.
    }
  }

  private void arrive(SocketChannel channel) {
    try {
      var guest = handshake.accept(channel, PATIENCE);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      arrivals.add(new Arrival(guest, null));
      return;
    } catch (ProcessGroupException e) {
      arrivals.add(new Arrival(null, e));
    } catch (IOException e) {
      LOG.log(
          System.Logger.Level.WARNING, "A connection was refused: " + ShownText.line(reason(e)));
    }
    closed(channel);
  }

  private static void closed(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      // A connection that cannot be closed in order is closed by the system.
    }
  }

  /** Waits for the processes of a rank and above. */
  private void awaitAll(int from) throws IOException {
    while (connections.size() < options.size() - 1) {
      var arrival = next(from);
      if (arrival.misfit() != null) {
        throw arrival.misfit();
      }
      if (arrival.guest() == null) {
        continue;
      }
      var caller = arrival.guest().caller();
      var connection = arrival.guest().connection();
      if (connections.putIfAbsent(caller.rank(), connection) != null) {
        var reason =
            "Two processes have rank %d in %s. Give each process its own rank."
                .formatted(caller.rank(), options);
        refuse(reason, connection);
        closed(connection.channel());
        throw new ProcessGroupException(reason);
      }
      var remote = (InetSocketAddress) connection.channel().getRemoteAddress();
      listeners.put(caller.rank(), new InetSocketAddress(remote.getAddress(), caller.port()));
    }
  }

  private Arrival next(int from) {
    try {
      var arrival = arrivals.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (arrival != null) {
        return arrival;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ProcessGroupException(
          "%s was interrupted while it waited for the other processes. Restart all of them."
              .formatted(options),
          e);
    }
    var missing =
        IntStream.range(from, options.size())
            .filter(rank -> !connections.containsKey(rank))
            .mapToObj(Integer::toString)
            .collect(Collectors.joining(", "));
    throw new ProcessGroupException(
        "%s waited %d s for all processes, but these ranks did not join: %s. Start them, or raise GroupOptions.joinTimeout."
            .formatted(options, options.joinTimeout().toSeconds(), missing));
  }

  /** Connects, with retries until the other process listens or the time is over. */
  private Connection call(InetSocketAddress address) throws IOException {
    while (true) {
      try {
        var resolved = new InetSocketAddress(address.getHostString(), address.getPort());
        if (resolved.isUnresolved()) {
          throw new ConnectException("the host name is unknown");
        }
        var channel = SocketChannel.open(resolved);
        try {
          int port = ((InetSocketAddress) server.getLocalAddress()).getPort();
          var connection = handshake.call(channel, port);
          channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
          return connection;
        } catch (IOException | ProcessGroupException e) {
          channel.close();
          throw e;
        }
      } catch (IOException e) {
        if (System.nanoTime() - deadline > 0) {
          throw new ProcessGroupException(
              "%s waited %d s for a process at %s: %s. Start that process, or raise GroupOptions.joinTimeout."
                  .formatted(options, options.joinTimeout().toSeconds(), address, reason(e)),
              e);
        }
        pause();
      }
    }
  }

  /** {@return why a connection failed; streams give no message if it ends too early} */
  private static String reason(IOException cause) {
    return Objects.requireNonNullElse(cause.getMessage(), "the connection ended");
  }

  private void pause() {
    try {
      Thread.sleep(RETRY_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ProcessGroupException(
          "%s was interrupted while it waited for the other processes. Restart all of them."
              .formatted(options),
          e);
    }
  }

  private void answer(String reason, Connection connection) throws IOException {
    var words = new ByteArrayOutputStream();
    var out = new DataOutputStream(words);
    Handshake.writeText(out, reason);
    if (reason.isEmpty()) {
      for (var address : listeners.values()) {
        Handshake.writeText(out, address.getAddress().getHostAddress());
        out.writeInt(address.getPort());
      }
    }
    connection.writeWords(words.toByteArray());
  }

  private List<InetSocketAddress> receive(Connection first) throws IOException {
    // Rank 0 may have started later, and reports the missing processes at the end of its time.
    var left =
        Duration.ofNanos(deadline - System.nanoTime())
            .plus(Duration.ofNanos(TimeUnit.NANOSECONDS.convert(options.joinTimeout())))
            .plus(PATIENCE);
    Handshake.limit(first.channel(), left);
    var in = new DataInputStream(new ByteArrayInputStream(words(first)));
    var reason = Handshake.readText(in);
    if (!reason.isEmpty()) {
      throw new ProcessGroupException(reason);
    }
    var table = new ArrayList<InetSocketAddress>();
    for (int other = 1; other < options.size(); other++) {
      table.add(new InetSocketAddress(Handshake.readText(in), in.readInt()));
    }
    first.channel().socket().setSoTimeout(0);
    return table;
  }

  private byte[] words(Connection first) {
    try {
      return first.readWords();
    } catch (Connection.DamagedException e) {
      throw new ProcessGroupException(
          PeerConnections.damaged(process(0, first), options.rank(), e), e);
    } catch (IOException e) {
      throw lost(0, first, e);
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
