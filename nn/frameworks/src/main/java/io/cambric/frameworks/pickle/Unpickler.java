package io.cambric.frameworks.pickle;

import io.cambric.errors.DataException;
import io.cambric.frameworks.pickle.PickledItems.Kind;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The stack machine of one pickle, for the binary opcodes of protocols 2 to 5 that Python writes.
 * Mutable, for one pickle.
 *
 * <p>Values are null, Boolean, Long, BigInteger, Double, String, read-only ByteBuffer, {@link
 * PickledItems}, and the results of {@link PickleObjects}.
 */
public final class Unpickler {

  private static final int PROTO = 0x80;
  private static final int MIN_PROTOCOL = 2;
  private static final int MAX_PROTOCOL = 5;

  /** No number of a checkpoint is longer. */
  private static final int MAX_INTEGER_BYTES = 128;

  private final PickleInput input;
  private final PickleObjects objects;
  private final List<@Nullable Object> stack = new ArrayList<>();
  private final List<Integer> marks = new ArrayList<>();
  private final Map<Long, @Nullable Object> memo = new HashMap<>();

  private Unpickler(PickleInput input, PickleObjects objects) {
    this.input = input;
    this.objects = objects;
  }

  /**
   * {@return the value of the next pickle}
   *
   * @throws DataException if it is not sound, or names an object that there is not
   */
  public static @Nullable Object load(PickleInput input, PickleObjects objects) {
    return new Unpickler(input, objects).run();
  }

  private @Nullable Object run() {
    if (input.unsignedByte() != PROTO) {
      throw input.malformed("it does not begin with a protocol");
    }
    requireProtocol(input.unsignedByte());
    while (true) {
      int opcode = input.unsignedByte();
      if (opcode == '.') {
        var result = pop();
        if (!stack.isEmpty() || !marks.isEmpty()) {
          throw input.malformed(
              "its end leaves values on the stack, %d of them".formatted(stack.size()));
        }
        return result;
      }
      if (!step(opcode)) {
        structure(opcode);
      }
    }
  }

  private void requireProtocol(int protocol) {
    if (protocol < MIN_PROTOCOL || protocol > MAX_PROTOCOL) {
      throw input.malformed(
          "it has protocol %d, but protocols %d to %d can be read"
              .formatted(protocol, MIN_PROTOCOL, MAX_PROTOCOL));
    }
  }

  /** {@return whether an opcode is of a plain value or of the memo, and so was carried out} */
  private boolean step(int opcode) {
    switch (opcode) {
      case 'N' -> stack.add(null);
      case 0x88 -> stack.add(true);
      case 0x89 -> stack.add(false);
      case 'J' -> stack.add((long) input.int32());
      case 'K' -> stack.add((long) input.unsignedByte());
      case 'M' -> stack.add((long) input.unsignedShort());
      case 0x8a -> stack.add(integer(input.unsignedByte()));
      case 0x8b -> stack.add(integer(input.int32()));
      case 'G' -> stack.add(input.float64());
      case 'U', 0x8c -> stack.add(input.text(input.unsignedByte()));
      case 'T', 'X' -> stack.add(input.text(input.unsignedInt()));
      case 0x8d -> stack.add(input.text(input.int64()));
      case 'C' -> stack.add(bytes(input.unsignedByte()));
      case 'B' -> stack.add(bytes(input.unsignedInt()));
      case 0x8e, 0x96 -> stack.add(bytes(input.int64()));
      case 'q' -> memo.put((long) input.unsignedByte(), peek());
      case 'r' -> memo.put(input.unsignedInt(), peek());
      case 0x94 -> memo.put((long) memo.size(), peek());
      case 'h' -> stack.add(remembered(input.unsignedByte()));
      case 'j' -> stack.add(remembered(input.unsignedInt()));
      case PROTO -> requireProtocol(input.unsignedByte());
      // A frame only says how many bytes may be read at once.
      case 0x95 -> requireFrame(input.int64());
      default -> {
        return false;
      }
    }
    return true;
  }

  private void structure(int opcode) {
    switch (opcode) {
      case '(' -> marks.add(stack.size());
      case '0' -> pop();
      case '1' -> marked();
      case ']' -> stack.add(new PickledItems(Kind.LIST));
      case '}' -> stack.add(new PickledItems(Kind.DICT));
      case ')' -> stack.add(new PickledItems(Kind.TUPLE));
      case 0x8f -> stack.add(new PickledItems(Kind.SET));
      case 't' -> stack.add(PickledItems.of(Kind.TUPLE, marked()));
      case 0x85, 0x86, 0x87 -> stack.add(PickledItems.of(Kind.TUPLE, top(opcode - 0x84)));
      case 0x91 -> stack.add(PickledItems.of(Kind.SET, marked()));
      case 'a' -> extend(Kind.LIST, top(1));
      case 'e' -> extend(Kind.LIST, marked());
      case 's' -> extend(Kind.DICT, top(2));
      case 'u' -> extend(Kind.DICT, marked());
      case 0x90 -> extend(Kind.SET, marked());
      case 'c' -> stack.add(objects.global(input.line(), input.line()));
      case 0x93 -> {
        var names = top(2);
        stack.add(objects.global(name(names.getFirst()), name(names.getLast())));
      }
      case 'R', 0x81 -> call();
      case 'b' -> {
        var state = pop();
        objects.build(peek(), state);
      }
      case 'Q' -> stack.add(objects.persistent(pop()));
      case 'i' -> {
        // An opcode of old pickles, which names a class, for the message.
        objects.global(input.line(), input.line());
        throw unknown(opcode);
      }
      default -> throw unknown(opcode);
    }
  }

  private DataException unknown(int opcode) {
    return input.malformed(
        "it has the opcode 0x%02x, which binary pickles of tensors and plain values do not have"
            .formatted(opcode));
  }

  private void call() {
    var arguments = pop();
    if (!(arguments instanceof PickledItems tuple) || tuple.kind() != Kind.TUPLE) {
      throw input.malformed("the arguments of a call are not a tuple");
    }
    stack.add(objects.call(pop(), tuple.items()));
  }

  private String name(@Nullable Object value) {
    if (value instanceof String text) {
      return text;
    }
    throw input.malformed("the name of a module or class is not a text");
  }

  private void extend(Kind kind, List<@Nullable Object> items) {
    if (!(peek() instanceof PickledItems container) || container.kind() != kind) {
      throw input.malformed("items for %s do not follow one".formatted(new PickledItems(kind)));
    }
    if (kind == Kind.DICT && items.size() % 2 != 0) {
      throw input.malformed("a key of a dictionary has no value");
    }
    container.addAll(items);
  }

  /** {@return a Long, or a BigInteger where that is too small} */
  private Object integer(int length) {
    if (length < 0 || length > MAX_INTEGER_BYTES) {
      throw input.malformed(
          "a whole number has %d bytes, but at most %d are possible"
              .formatted(length, MAX_INTEGER_BYTES));
    }
    BigInteger value = input.integer(length);
    return value.bitLength() < Long.SIZE ? (Object) value.longValue() : value;
  }

  private ByteBuffer bytes(long length) {
    return ByteBuffer.wrap(input.bytes(length, "a text of bytes")).asReadOnlyBuffer();
  }

  private void requireFrame(long length) {
    if (length < 0 || length > input.remaining()) {
      throw input.malformed(
          "a frame needs %s bytes, but %d follow"
              .formatted(Long.toUnsignedString(length), input.remaining()));
    }
  }

  private @Nullable Object remembered(long number) {
    if (!memo.containsKey(number)) {
      throw input.malformed("value %d of the memo is used before it is set".formatted(number));
    }
    return memo.get(number);
  }

  private @Nullable Object peek() {
    requireTop(1);
    return stack.getLast();
  }

  private @Nullable Object pop() {
    requireTop(1);
    return stack.removeLast();
  }

  /** Removes the last values. */
  private List<@Nullable Object> top(int count) {
    requireTop(count);
    return cut(stack.size() - count);
  }

  private void requireTop(int count) {
    int floor = marks.isEmpty() ? 0 : marks.getLast();
    if (stack.size() - floor < count) {
      throw input.malformed("an opcode needs a value that is not there");
    }
  }

  /** Removes the values behind the last mark. */
  private List<@Nullable Object> marked() {
    if (marks.isEmpty()) {
      throw input.malformed("an opcode needs a mark that is not there");
    }
    return cut(marks.removeLast());
  }

  private List<@Nullable Object> cut(int from) {
    var last = stack.subList(from, stack.size());
    var values = new ArrayList<>(last);
    last.clear();
    return values;
  }
}
