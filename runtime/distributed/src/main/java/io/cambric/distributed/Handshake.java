package io.cambric.distributed;

import io.cambric.errors.ProcessGroupException;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The first messages on a connection. Each side proves that it knows the secret of the group
 * without sending it, and identifies itself.
 *
 * <p>The listening side sends a random number. The caller answers with another random number, its
 * rank, and a code of all that: HMAC-SHA-256 (RFC 2104) with the secret as the key. The listener
 * answers with another code. Messages of the other side are read as numbers and short texts, never
 * as objects.
 *
 * <p>Both sides then share two secret keys: codes of the same numbers, one for each direction. The
 * keys may authenticate all later messages.
 *
 * @param options the rank and the secret of this process
 * @param library the library of this process
 */
record Handshake(GroupOptions options, LibraryVersion library) {

  /** The version of the handshake and of frames. */
  private static final int PROTOCOL = 3;

  private static final long MAGIC = 0x43414d4252494321L;

  private static final int RANDOM_BYTES = 32;

  private static final int MAX_TEXT_BYTES = 1 << 12;

  private static final String ALGORITHM = "HmacSHA256";

  // Each direction has its own key, so that no message can be reflected to its sender.
  private static final String LISTENER = "frames of the listener";
  private static final String CALLER = "frames of the caller";

  private static final SecureRandom RANDOM = new SecureRandom();

  /**
   * A process that asks for a connection.
   *
   * @param rank its number
   * @param size the number of processes in its options
   * @param port on which the caller listens
   * @param authenticated whether it authenticates frames
   * @param library the library of the caller
   */
  record Caller(int rank, int size, int port, boolean authenticated, LibraryVersion library) {

    static Caller read(DataInputStream in) throws IOException {
      return new Caller(
          in.readInt(),
          in.readInt(),
          in.readInt(),
          in.readBoolean(),
          new LibraryVersion(readText(in), readText(in)));
    }

    void write(DataOutputStream out) throws IOException {
      out.writeInt(rank);
      out.writeInt(size);
      out.writeInt(port);
      out.writeBoolean(authenticated);
      writeText(out, library.version());
      writeText(out, library.kernels());
    }

    byte[] toBytes() {
      var bytes = new ByteArrayOutputStream();
      try {
        write(new DataOutputStream(bytes));
      } catch (IOException e) {
        throw new IllegalStateException("an array takes all bytes", e);
      }
      return bytes.toByteArray();
    }
  }

  /** An accepted caller, and the connection to it. */
  record Guest(Caller caller, Connection connection) {}

  /** Thrown if the other side does not belong to the group, and may be any program. */
  static final class StrangerException extends IOException {

    private static final long serialVersionUID = 1L;

    StrangerException(String message) {
      super(message);
    }
  }

  /**
   * Speaks first, on an accepted connection.
   *
   * @param patience the maximum time for the caller's messages
   * @return the caller, which is informed of its acceptance, and the connection for frames
   * @throws StrangerException if it does not know the secret
   * @throws IOException if the connection ends, or nothing comes in time
   * @throws ProcessGroupException if it belongs to the group and does not fit; it is informed of
   *     the reason
   */
  Guest accept(SocketChannel channel, Duration patience) throws IOException {
    var in = input(channel, patience);
    var out = output(channel);
    var mine = random();
    out.writeLong(MAGIC);
    out.write(mine);
    out.flush();
    requireMagic(in);
    int protocol = in.readInt();
    if (protocol != PROTOCOL) {
      refuse(out, "it speaks protocol %d, not %d".formatted(protocol, PROTOCOL));
      throw new StrangerException("a caller speaks protocol %d".formatted(protocol));
    }
    var theirs = bytes(in, RANDOM_BYTES);
    var caller = Caller.read(in);
    var expected = code("call", mine, theirs, caller);
    if (!MessageDigest.isEqual(bytes(in, expected.length), expected)) {
      refuse(out, "it does not know the secret of the group");
      throw new StrangerException("a caller does not know the secret");
    }
    var misfit = misfit(caller);
    if (!misfit.isEmpty()) {
      refuse(out, misfit);
      throw new ProcessGroupException(
          "Process %d cannot join the group: %s. Start all processes with the same size, version, kernels and authentication, and each with its own rank."
              .formatted(caller.rank(), misfit));
    }
    writeText(out, "");
    out.write(code("welcome", mine, theirs, caller));
    out.flush();
    channel.socket().setSoTimeout(0);
    return new Guest(
        caller,
        new Connection(
            channel,
            frameCode(LISTENER, mine, theirs, caller),
            frameCode(CALLER, mine, theirs, caller)));
  }

  private String misfit(Caller caller) {
    if (caller.size() != options.size()) {
      return "it counts %d processes, process %d counts %d"
          .formatted(caller.size(), options.rank(), options.size());
    }
    if (caller.authenticated() != options.authenticated()) {
      return caller.authenticated()
          ? "it authenticates frames, process %d does not".formatted(options.rank())
          : "it does not authenticate frames, process %d does".formatted(options.rank());
    }
    var misfit = library.misfit(caller.library(), options.rank());
    if (!misfit.isEmpty()) {
      return misfit;
    }
    return caller.rank() >= 0 && caller.rank() < options.size() && caller.rank() != options.rank()
        ? ""
        : "its rank %d is out of range or taken".formatted(caller.rank());
  }

  /**
   * Answers, on a connection that this process opened.
   *
   * @param port on which this process listens
   * @return the connection for frames
   * @throws ProcessGroupException if the other side refuses, or does not know the secret itself
   * @throws IOException if the connection ends, or nothing comes in time
   */
  Connection call(SocketChannel channel, int port) throws IOException {
    // To hang up early and call again would look like a second process of the same rank.
    var in = input(channel, options.joinTimeout());
    var out = output(channel);
    requireMagic(in);
    var theirs = bytes(in, RANDOM_BYTES);
    var mine = random();
    var self = new Caller(options.rank(), options.size(), port, options.authenticated(), library);
    out.writeLong(MAGIC);
    out.writeInt(PROTOCOL);
    out.write(mine);
    self.write(out);
    out.write(code("call", theirs, mine, self));
    out.flush();
    var refusal = readText(in);
    if (!refusal.isEmpty()) {
      throw new ProcessGroupException(
          "Process %d was refused by %s: %s. Start all processes with the same secret, size, version, kernels and authentication, and each with its own rank."
              .formatted(options.rank(), channel.getRemoteAddress(), refusal));
    }
    var expected = code("welcome", theirs, mine, self);
    if (!MessageDigest.isEqual(bytes(in, expected.length), expected)) {
      throw new ProcessGroupException(
          "The program that listens at %s does not know the secret of the group. Check which program it is, or choose another port."
              .formatted(channel.getRemoteAddress()));
    }
    channel.socket().setSoTimeout(0);
    return new Connection(
        channel, frameCode(CALLER, theirs, mine, self), frameCode(LISTENER, theirs, mine, self));
  }

  /** {@return the code for the messages of one side} */
  private FrameCode frameCode(String side, byte[] listener, byte[] caller, Caller who) {
    return options.authenticated()
        ? FrameCode.authentication(code(side, listener, caller, who))
        : FrameCode.checksum();
  }

  private static DataInputStream input(SocketChannel channel, Duration patience)
      throws IOException {
    limit(channel, patience);
    return new DataInputStream(channel.socket().getInputStream());
  }

  /** Bounds the wait of reads. A socket counts milliseconds up to the largest {@code int}. */
  static void limit(SocketChannel channel, Duration patience) throws IOException {
    long millis = TimeUnit.MILLISECONDS.convert(patience);
    channel.socket().setSoTimeout(Math.clamp(millis, 1, Integer.MAX_VALUE));
  }

  private static DataOutputStream output(SocketChannel channel) throws IOException {
    return new DataOutputStream(new BufferedOutputStream(channel.socket().getOutputStream()));
  }

  private static void requireMagic(DataInputStream in) throws IOException {
    if (in.readLong() != MAGIC) {
      throw new StrangerException("the other side is not a Cambric process");
    }
  }

  private static byte[] bytes(DataInputStream in, int count) throws IOException {
    var bytes = new byte[count];
    in.readFully(bytes);
    return bytes;
  }

  private static byte[] random() {
    var bytes = new byte[RANDOM_BYTES];
    RANDOM.nextBytes(bytes);
    return bytes;
  }

  private static void refuse(DataOutputStream out, String why) throws IOException {
    writeText(out, why);
    out.flush();
  }

  static void writeText(DataOutputStream out, String text) throws IOException {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  static String readText(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > MAX_TEXT_BYTES) {
      throw new StrangerException("a text of %d bytes came".formatted(length));
    }
    return new String(bytes(in, length), StandardCharsets.UTF_8);
  }

  private byte[] code(String purpose, byte[] listener, byte[] caller, Caller who) {
    try {
      var mac = Mac.getInstance(ALGORITHM);
      // A key needs at least one byte, and a group on one machine may lack a secret.
      mac.init(
          new SecretKeySpec(
              ("cambric:" + options.secret()).getBytes(StandardCharsets.UTF_8), ALGORITHM));
      mac.update((purpose + "\0").getBytes(StandardCharsets.UTF_8));
      mac.update(listener);
      mac.update(caller);
      mac.update(who.toBytes());
      return mac.doFinal();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has " + ALGORITHM, e);
    }
  }
}
