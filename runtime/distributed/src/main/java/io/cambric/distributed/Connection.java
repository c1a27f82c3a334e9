package io.cambric.distributed;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.security.MessageDigest;

/**
 * A connection for frames between two authenticated processes. One thread may write while another
 * thread reads.
 *
 * @param channel the channel, after the handshake
 * @param sending the codes of the sent frames
 * @param receiving the codes of the received frames
 */
record Connection(SocketChannel channel, FrameCode sending, FrameCode receiving) {

  /** Thrown if received bytes differ from the sent bytes. */
  static final class DamagedException extends IOException {

    private static final long serialVersionUID = 1L;

    DamagedException(String message) {
      super(message);
    }
  }

  /** {@return the address of the other process, for messages} */
  String address() {
    return String.valueOf(channel.socket().getRemoteSocketAddress()).replaceFirst("^.*/", "");
  }

  /**
   * Writes a frame, its payload without another copy: {@return the number of bytes of the frame}
   */
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
    // The code covers the lengths, so no more is read than was sent.
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

  /**
   * Writes a handshake message before the first frame. Its length and its bytes have the codes of
   * frames.
   */
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
   * Reads a handshake message before the first frame, within the timeout of the socket.
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

  /** Reads and discards all further bytes. */
  void drain() throws IOException {
    var ignored = ByteBuffer.allocate(Frame.BUCKET_BYTES);
    while (channel.read(ignored.clear()) >= 0) {
      // Only the end of the stream matters.
    }
  }
}
