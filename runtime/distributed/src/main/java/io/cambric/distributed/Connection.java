package io.cambric.distributed;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.security.MessageDigest;

/**
 * A connection between two processes that know each other, which carries frames. One thread may
 * write while another one reads.
 *
 * @param channel where the handshake is over
 * @param sending the codes of what this process writes
 * @param receiving the codes of what it reads
 */
record Connection(SocketChannel channel, FrameCode sending, FrameCode receiving) {

  /** Thrown where bytes came that were not sent so. */
  static final class DamagedException extends IOException {

    private static final long serialVersionUID = 1L;

    DamagedException(String message) {
      super(message);
    }
  }

  /** {@return where the other process is, for messages} */
  String address() {
    return String.valueOf(channel.socket().getRemoteSocketAddress()).replaceFirst("^.*/", "");
  }

  /** Writes a frame, its payload without another copy: {@return the bytes of the whole} */
  long write(Frame frame) throws IOException {
    var header = frame.header();
    var text = frame.textBytes();
    var payload = frame.payload();
    var head =
        ByteBuffer.allocate(header.remaining() + sending.length() + text.remaining())
            .put(header.duplicate())
            .put(sending.ofNext(header))
            .put(text.duplicate())
            .flip();
    var code = ByteBuffer.wrap(sending.ofNext(text, payload));
    var parts = new ByteBuffer[] {head, payload, code};
    long whole = 0;
    for (var part : parts) {
      whole += part.remaining();
    }
    while (code.hasRemaining()) {
      channel.write(parts);
    }
    return whole;
  }

  /**
   * Reads a frame.
   *
   * @param buckets for its elements, which go back there after use
   * @throws DamagedException if it is not what was sent
   * @throws EOFException if the channel ends before or in it
   */
  Frame read(ByteBuffers buckets) throws IOException {
    var bytes = filled(buckets.take(Frame.HEADER_BYTES));
    requireCode(bytes);
    // The lengths are what was sent, so no more is read than comes.
    var header = Frame.Header.of(bytes);
    var text = filled(buckets.take(header.textBytes()));
    var payload = filled(buckets.take(header.payloadBytes()));
    requireCode(text, payload);
    return header.frame(text, payload);
  }

  private void requireCode(ByteBuffer... part) throws IOException {
    var expected = receiving.ofNext(part);
    requireEqual(expected, filled(ByteBuffer.allocate(expected.length)).array());
  }

  private static void requireEqual(byte[] expected, byte[] code) throws DamagedException {
    if (!MessageDigest.isEqual(expected, code)) {
      throw new DamagedException("the code of a frame does not fit its bytes");
    }
  }

  /** Writes words before the first frame, their length and themselves with the codes of frames. */
  void writeWords(byte[] words) throws IOException {
    var length = ByteBuffer.allocate(Integer.BYTES).putInt(0, words.length);
    var whole =
        ByteBuffer.allocate(length.remaining() + words.length + 2 * sending.length())
            .put(length.duplicate())
            .put(sending.ofNext(length))
            .put(words)
            .put(sending.ofNext(ByteBuffer.wrap(words)))
            .flip();
    while (whole.hasRemaining()) {
      channel.write(whole);
    }
  }

  /**
   * Reads words before the first frame, while the timeout of the socket lasts.
   *
   * @throws DamagedException if they are not what was sent
   * @throws EOFException if the channel ends before or in them
   */
  byte[] readWords() throws IOException {
    return words(ByteBuffer.wrap(words(Integer.BYTES)).getInt());
  }

  private byte[] words(int count) throws IOException {
    var bytes = bytes(count);
    var expected = receiving.ofNext(ByteBuffer.wrap(bytes));
    requireEqual(expected, bytes(expected.length));
    return bytes;
  }

  private byte[] bytes(int count) throws IOException {
    // A channel itself has no timeout.
    var bytes = channel.socket().getInputStream().readNBytes(count);
    if (bytes.length < count) {
      throw ended();
    }
    return bytes;
  }

  private static EOFException ended() {
    return new EOFException("the connection ended");
  }

  private ByteBuffer filled(ByteBuffer buffer) throws IOException {
    while (buffer.hasRemaining()) {
      if (channel.read(buffer) < 0) {
        throw ended();
      }
    }
    return buffer.flip();
  }

  /** Reads what still comes, which nobody needs. */
  void drain() throws IOException {
    var ignored = ByteBuffer.allocate(Frame.BUCKET_BYTES);
    while (channel.read(ignored.clear()) >= 0) {
      // Only the end counts.
    }
  }
}
