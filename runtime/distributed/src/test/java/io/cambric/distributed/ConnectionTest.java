package io.cambric.distributed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.distributed.Connection.DamagedException;
import io.cambric.distributed.Frame.Kind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.function.Supplier;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Frames on a connection, and what their codes see. */
@Timeout(60)
class ConnectionTest {

  /** The codes of a connection: both ends begin alike. */
  enum Codes {
    CHECKSUM(FrameCode::checksum),
    AUTHENTICATION(() -> FrameCode.authentication(new byte[] {1, 2, 3}));

    final Supplier<FrameCode> fresh;

    Codes(Supplier<FrameCode> fresh) {
      this.fresh = fresh;
    }
  }

  /** {@return the bytes of frames, each as it is written first on a fresh connection or later} */
  private static byte[][] written(Codes codes, Frame... frames) throws IOException {
    var bytes = new byte[frames.length][];
    try (var pair = Pair.open()) {
      var connection = new Connection(pair.left, codes.fresh.get(), codes.fresh.get());
      for (int i = 0; i < frames.length; i++) {
        var buffer = ByteBuffer.allocate((int) connection.write(frames[i]));
        while (buffer.hasRemaining()) {
          pair.right.read(buffer);
        }
        bytes[i] = buffer.array();
      }
    }
    return bytes;
  }

  private record Pair(SocketChannel left, SocketChannel right) implements AutoCloseable {

    static Pair open() throws IOException {
      try (var server = ServerSocketChannel.open()) {
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        var left = SocketChannel.open(server.getLocalAddress());
        return new Pair(left, server.accept());
      }
    }

    @Override
    public void close() throws IOException {
      left.close();
      right.close();
    }
  }

  /** A connection to which somebody has written bytes. */
  private static final class Stream implements AutoCloseable {

    private final Pair pair;
    private final Connection connection;
    private final ByteBuffers buckets = new ByteBuffers();

    Stream(Codes codes, byte[]... parts) throws IOException {
      pair = Pair.open();
      connection = new Connection(pair.left, codes.fresh.get(), codes.fresh.get());
      for (var part : parts) {
        pair.right.write(ByteBuffer.wrap(part));
      }
      pair.right.shutdownOutput();
    }

    Frame next() throws IOException {
      return connection.read(buckets);
    }

    void assertDamaged() {
      assertThatExceptionOfType(DamagedException.class)
          .isThrownBy(this::next)
          .withMessage("the code of a frame does not fit its bytes");
    }

    @Override
    public void close() throws IOException {
      pair.close();
    }
  }

  private static Frame data(int meeting) {
    var payload = ByteBuffer.allocate(40).order(Frame.ORDER);
    for (int i = 0; i < 10; i++) {
      payload.putInt(meeting + i);
    }
    return new Frame(Kind.DATA, meeting, "psum of f32[10]", payload.flip());
  }

  @ParameterizedTest
  @EnumSource
  void frames_come_as_they_were_sent(Codes codes) throws IOException {
    try (var stream = new Stream(codes, written(codes, frames()))) {
      for (var frame : frames()) {
        assertThat(stream.next()).isEqualTo(frame);
      }
    }
  }

  private static Frame[] frames() {
    return new Frame[] {data(7), Frame.of(Kind.BEAT, ""), data(8), Frame.of(Kind.ABORT, "é")};
  }

  @ParameterizedTest
  @EnumSource
  void each_flipped_bit_is_seen(Codes codes) throws IOException {
    var bytes = written(codes, data(3))[0];
    for (int bit = 0; bit < Byte.SIZE * bytes.length; bit++) {
      var changed = bytes.clone();
      changed[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
      try (var stream = new Stream(codes, changed)) {
        stream.assertDamaged();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_frame_that_comes_twice_is_seen(Codes codes) throws IOException {
    var bytes = written(codes, data(1), data(2));
    try (var stream = new Stream(codes, bytes[0], bytes[0])) {
      assertThat(stream.next()).isEqualTo(data(1));
      stream.assertDamaged();
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_frame_that_is_missing_is_seen(Codes codes) throws IOException {
    var bytes = written(codes, data(1), data(2), data(3));
    try (var stream = new Stream(codes, bytes[0], bytes[2])) {
      assertThat(stream.next()).isEqualTo(data(1));
      stream.assertDamaged();
    }
  }

  @ParameterizedTest
  @EnumSource
  void frames_in_another_order_are_seen(Codes codes) throws IOException {
    var bytes = written(codes, data(1), data(2));
    try (var stream = new Stream(codes, bytes[1], bytes[0])) {
      stream.assertDamaged();
    }
  }

  @Test
  void a_header_with_a_new_checksum_passes_and_with_a_code_of_no_key_does_not() throws IOException {
    var summed = withOwnChecksum(written(Codes.CHECKSUM, data(1))[0]);
    try (var stream = new Stream(Codes.CHECKSUM, summed)) {
      assertThat(stream.next().meeting()).isEqualTo(5);
    }
    var forged = written(Codes.AUTHENTICATION, data(1))[0];
    forged[1] = 5;
    try (var stream = new Stream(Codes.AUTHENTICATION, forged)) {
      stream.assertDamaged();
    }
  }

  /** {@return a first frame of meeting 5, with the checksum of its new header} */
  private static byte[] withOwnChecksum(byte[] frame) {
    frame[1] = 5;
    var sum = new CRC32C();
    sum.update(new byte[Long.BYTES]);
    sum.update(frame, 0, Frame.HEADER_BYTES);
    ByteBuffer.wrap(frame).order(Frame.ORDER).putInt(Frame.HEADER_BYTES, (int) sum.getValue());
    return frame;
  }
}
