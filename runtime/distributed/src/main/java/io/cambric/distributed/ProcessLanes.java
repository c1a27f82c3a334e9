package io.cambric.distributed;

import io.cambric.array.Axes;
import io.cambric.array.Buffer;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.AxisGroup;
import io.cambric.core.Batched;
import io.cambric.core.HeapRoom;
import io.cambric.core.MappedAxis;
import io.cambric.core.NdArray;
import io.cambric.core.Primitive;
import io.cambric.core.ShapedArray;
import io.cambric.lax.collective.Collective;
import io.cambric.lax.collective.Exchange;
import io.cambric.lax.op.Batching;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The processes of a group as the lanes of a named axis.
 *
 * <p>Each process sends exactly the values that others need ({@link Exchange}), directly to the
 * process that needs them. The value rule of the collective then combines the received values in
 * the order of the ranks. So sums have the same bits as with workers in one process. A sum of many
 * elements is divided: each process adds one part and sends it to all. It does so in buckets, so
 * that one bucket is in transit while another is added. Only one process adds each element, since
 * vector lengths may differ between processes. A process sends and receives {@code 2 (n - 1) / n}
 * of the bytes, as in a ring of reduce-scatter and all-gather. A ring would add each part in an
 * order with a different start.
 *
 * @param connections the connections
 * @param axisName the name of the axis
 */
record ProcessLanes(PeerConnections connections, String axisName) implements AxisGroup {

  /**
   * One process combines operands up to this number of bytes, as dividing them would take longer.
   */
  private static final long SMALL_BYTES = 1 << 12;

  /** The maximum length of the text of a collective, which each bucket contains. */
  private static final int MAX_TEXT = 1000;

  @Override
  public MappedAxis axis() {
    return new MappedAxis(connections.size(), axisName);
  }

  @Override
  public Supplier<List<NdArray>> start(int member, Primitive collective, List<NdArray> operands) {
    return connections.start(() -> results((Collective) collective, operands, member));
  }

  private List<NdArray> results(Collective collective, List<NdArray> operands, int member) {
    if (operands.size() == 1) {
      return List.of(result(collective, operands.getFirst(), member));
    }
    // Each element depends only on the elements at its own position, wherever that is.
    var together = result(collective, endToEnd(operands), member);
    var results = new ArrayList<NdArray>();
    int at = together.offset();
    for (var operand : operands) {
      results.add(NdArray.of(operand.aval(), together.buffer(), at));
      at += operand.size();
    }
    return results;
  }

  private static NdArray endToEnd(List<NdArray> operands) {
    int size = operands.stream().mapToInt(NdArray::size).sum();
    var aval = operands.getFirst().aval().withShape(Shape.of(size));
    var buffer = HeapRoom.allocate(aval);
    int at = 0;
    for (var operand : operands) {
      buffer.copyFrom(at, operand.buffer(), operand.offset(), operand.size());
      at += operand.size();
    }
    return NdArray.of(aval, buffer);
  }

  private NdArray result(Collective collective, NdArray x, int member) {
    var meeting = new Meeting(collective, x.aval(), collective.lanesWith(member));
    return switch (collective.exchange()) {
      case Exchange.Elements _ when meeting.lanes.size() == 1 -> x;
      case Exchange.Elements _ ->
          x.aval().bytes() > SMALL_BYTES ? meeting.divided(x) : meeting.byFirst(x);
      case Exchange.Operands _ -> meeting.ofOperands(x);
      case Exchange.Parts parts -> meeting.ofParts(parts, x);
      case Exchange.Source source -> meeting.ofSource(source.sources(), x);
    };
  }

  /** One collective between the processes that meet in it. */
  private final class Meeting {

    private final Collective collective;
    private final String text;
    private final Axes lanes;
    private final int self;
    private final long number;

    Meeting(Collective collective, ShapedArray aval, Axes lanes) {
      this.collective = collective.within();
      var whole = "%s[%s] of %s".formatted(collective.name(), collective.paramsText(), aval);
      this.text = whole.substring(0, Math.min(whole.length(), MAX_TEXT));
      this.lanes = lanes;
      this.self = lanes.indexOf(connections.rank());
      this.number = connections.nextMeeting();
    }

    /** {@return the lane a number of lanes after this one} */
    private int after(int count) {
      return (self + count) % lanes.size();
    }

    private void send(int lane, Buffer from, int at, int count) {
      int bucket = bucket(from);
      for (int done = 0; done < count; done += bucket) {
        sendBucket(lane, from, at + done, Math.min(bucket, count - done));
      }
    }

    private void sendBucket(int lane, Buffer from, int at, int count) {
      var bytes = connections.buckets().take(count * from.dtype().bytes());
      from.write(bytes, at, count);
      connections.send(lanes.get(lane), number, text, bytes.flip());
    }

    private void receive(int lane, Buffer to, int at, int count) {
      int bucket = bucket(to);
      for (int done = 0; done < count; done += bucket) {
        receiveBucket(lane, to, at + done, Math.min(bucket, count - done));
      }
    }

    private void receiveBucket(int lane, Buffer to, int at, int count) {
      int bytes = count * to.dtype().bytes();
      var payload = connections.receive(lanes.get(lane), number, text, bytes);
      to.read(payload, at, count);
      connections.buckets().giveBack(payload);
    }

    /** {@return the operands of all lanes along axis 0, given the operand of this lane} */
    private NdArray stacked(NdArray own) {
      var aval = own.aval().withShape(own.shape().insert(0, lanes.size()));
      var buffer = HeapRoom.allocate(aval);
      int size = own.size();
      for (int lane = 0; lane < lanes.size(); lane++) {
        if (lane == self) {
          buffer.copyFrom(lane * size, own.buffer(), own.offset(), size);
        } else {
          receive(lane, buffer, lane * size, size);
        }
      }
      return NdArray.of(aval, buffer);
    }

    private NdArray ofOperands(NdArray x) {
      for (int i = 1; i < lanes.size(); i++) {
        send(after(i), x.buffer(), x.offset(), x.size());
      }
      var result = collective.overLanes(stacked(x));
      var value = concrete(result.values().getFirst());
      return result.axes().getFirst() == Batched.NOT_MAPPED
          ? value
          : concrete(Batching.moveAxis(value, result.axes().getFirst(), 0)).row(self);
    }

    private NdArray ofParts(Exchange.Parts parts, NdArray x) {
      var mine = concrete(Batching.moveAxis(x, parts.dimension(), 0));
      for (int i = 1; i < lanes.size(); i++) {
        var part = mine.row(after(i));
        send(after(i), part.buffer(), part.offset(), part.size());
      }
      return concrete(parts.join().apply(stacked(mine.row(self))));
    }

    private NdArray ofSource(Axes sources, NdArray x) {
      int from = sources.get(self);
      if (from == self) {
        return x;
      }
      send(sources.indexOf(self), x.buffer(), x.offset(), x.size());
      var buffer = HeapRoom.allocate(x.aval());
      receive(from, buffer, 0, x.size());
      return NdArray.of(x.aval(), buffer);
    }

    /**
     * {@return the elements of all lanes, combined by the first lane, which sends the result to
     * all}
     */
    private NdArray byFirst(NdArray x) {
      if (self == 0) {
        var sum = concrete(collective.overLanes(stacked(x)).values().getFirst());
        for (int lane = 1; lane < lanes.size(); lane++) {
          send(lane, sum.buffer(), sum.offset(), sum.size());
        }
        return sum;
      }
      send(0, x.buffer(), x.offset(), x.size());
      var result = HeapRoom.allocate(x.aval());
      receive(0, result, 0, x.size());
      return NdArray.of(x.aval(), result);
    }

    /** {@return the elements of all lanes, where each lane combines a part} */
    private NdArray divided(NdArray x) {
      var result = HeapRoom.allocate(x.aval());
      int bucket = bucket(result);
      for (int i = 1; i < lanes.size(); i++) {
        int lane = after(i);
        send(lane, x.buffer(), x.offset() + begin(x, lane), length(x, lane));
      }
      int begin = begin(x, self);
      for (int done = 0; done < length(x, self); done += bucket) {
        int count = Math.min(bucket, length(x, self) - done);
        combine(x, begin + done, count, result);
        for (int i = 1; i < lanes.size(); i++) {
          sendBucket(after(i), result, begin + done, count);
        }
      }
      for (int i = 1; i < lanes.size(); i++) {
        int lane = after(i);
        receive(lane, result, begin(x, lane), length(x, lane));
      }
      return NdArray.of(x.aval(), result);
    }

    private void combine(NdArray x, int at, int count, Buffer result) {
      var aval = x.aval().withShape(Shape.of(lanes.size(), count));
      var buffer = HeapRoom.allocate(aval);
      for (int lane = 0; lane < lanes.size(); lane++) {
        if (lane == self) {
          buffer.copyFrom(lane * count, x.buffer(), x.offset() + at, count);
        } else {
          receiveBucket(lane, buffer, lane * count, count);
        }
      }
      var sum = concrete(collective.overLanes(NdArray.of(aval, buffer)).values().getFirst());
      result.copyFrom(at, sum.buffer(), sum.offset(), count);
    }

    private int begin(NdArray x, int lane) {
      return (int) ((long) x.size() * lane / lanes.size());
    }

    private int length(NdArray x, int lane) {
      return begin(x, lane + 1) - begin(x, lane);
    }

    private NdArray concrete(Array array) {
      return array.concrete(collective.name());
    }
  }

  private static int bucket(Buffer buffer) {
    return Frame.BUCKET_BYTES / buffer.dtype().bytes();
  }
}
