package io.cambric.serialization;

import io.cambric.errors.DataException;
import io.cambric.file.AtomicFile;
import io.cambric.file.support.InputFile;
import io.cambric.io.RawArray;
import io.cambric.tree.Level;
import io.cambric.tree.Opaque;
import io.cambric.tree.TreeNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * State dicts and their msgpack bytes, as in {@code flax.serialization}. Flax can read these bytes,
 * and this class can read the bytes of Flax.
 *
 * {@snippet :
 * byte[] bytes = Serialization.toBytes(state);
 * State again = Serialization.fromBytes(state, bytes);
 * }
 *
 * <p>Maps, {@code Params} and {@code Variables} become maps with texts as keys. Lists become maps
 * with the keys {@code "0"}, {@code "1"} and so on. Records become maps of their components, except
 * static ones. The keys are names in snake case, or indices for a {@link StateTuple}. An empty
 * optional becomes {@code null}, any other optional its value. Every other object is a leaf. Custom
 * classes can register functions by {@link #register}.
 *
 * <p>Leaves of msgpack are arrays, numbers, booleans, texts, {@code byte[]} and {@code null}.
 * Further leaves keep values of Python that Java lacks: {@link RawArray}, {@link NumpyScalar},
 * {@link ComplexNumber} and {@link ExtValue}. Integers are restored as {@code Long}, or as {@code
 * BigInteger} from 2<sup>63</sup> on, and floating numbers as {@code Double}.
 *
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.serialization.html">flax.serialization</a>
 */
public final class Serialization {

  private static final String BYTES = "An array of bytes";

  private Serialization() {}

  /**
   * {@return the state dict of a tree}
   *
   * @throws DataException if two keys of a map have the same text
   */
  public static @Nullable Object toStateDict(@Nullable Object target) {
    return StateDicts.of(target);
  }

  /**
   * {@return a tree like the target, with the leaves of a state dict}
   *
   * <p>Keys that are only in the state, not in a map of the target, are ignored. Shapes and dtypes
   * are not compared. If the target is {@code null}, the state is returned.
   *
   * @param state from {@link #toStateDict} or {@link #msgpackRestore}
   * @throws DataException if a map lacks a key of the target, a list has another length, a record
   *     other fields, or a leaf is of another kind; with the path
   */
  @SuppressWarnings({"unchecked", "NullAway"}) // nodes and null come back as what they were
  public static <T extends @Nullable Object> T fromStateDict(T target, @Nullable Object state) {
    return (T) StateRestorer.root(target, state);
  }

  /**
   * {@return a tree like the target, with the leaves of a state dict, in a registered function}
   *
   * @param name of the tree within its parent, for paths in messages
   * @throws DataException as {@link #fromStateDict(Object, Object)}
   */
  @SuppressWarnings({"unchecked", "NullAway"}) // nodes and null come back as what they were
  public static <T extends @Nullable Object> T fromStateDict(
      T target, @Nullable Object state, String name) {
    return (T) StateRestorer.nested(target, state, name);
  }

  /**
   * {@return whether objects of a class have their own state dict}
   *
   * <p>Others are leaves.
   */
  public static boolean isSerializable(Class<?> type) {
    return StateHandlers.find(type) != null
        || Map.class.isAssignableFrom(type)
        || List.class.isAssignableFrom(type)
        || TreeNode.class.isAssignableFrom(type)
        || type == Optional.class
        || type.isRecord() && !Opaque.class.isAssignableFrom(type) && type != NumpyScalar.class;
  }

  /** {@return whether an object has its own state dict} */
  public static boolean isSerializable(Object target) {
    return isSerializable(target.getClass())
        || !(target instanceof NumpyScalar) && Level.of(target) != null;
  }

  /**
   * Registers a class, and its subclasses that are not registered.
   *
   * @param toStateDict from an object to its state; it calls {@link #toStateDict} for parts
   * @param fromStateDict from a target and its state to an object; it calls {@link
   *     #fromStateDict(Object, Object, String)} for parts
   * @throws io.cambric.errors.TreeStructureException if the class is registered already
   */
  public static <T> void register(
      Class<? super T> type,
      Function<? super T, ?> toStateDict,
      BiFunction<? super T, @Nullable Object, ? extends T> fromStateDict) {
    register(type, toStateDict, fromStateDict, false);
  }

  /**
   * Registers a class, and its subclasses that are not registered.
   *
   * @param override whether a registration of the class may be replaced
   * @throws io.cambric.errors.TreeStructureException if the class is registered already and {@code
   *     override} is false
   */
  @SuppressWarnings("unchecked") // only objects of the class go in
  public static <T> void register(
      Class<? super T> type,
      Function<? super T, ?> toStateDict,
      BiFunction<? super T, @Nullable Object, ? extends T> fromStateDict,
      boolean override) {
    StateHandlers.add(
        type,
        new StateHandler.Functions(
            target -> toStateDict.apply((T) target),
            (target, state) -> fromStateDict.apply((T) target, state)),
        override);
  }

  /**
   * Registers a class by its fields, and its subclasses that are not registered. Its objects are
   * saved and restored like records with these fields.
   *
   * @param fields from an object to its fields, by their names in the state dict
   * @param withFields from a target and its restored fields to an object
   * @throws io.cambric.errors.TreeStructureException if the class is registered already
   */
  @SuppressWarnings("unchecked") // only objects of the class go in
  public static <T> void registerFields(
      Class<? super T> type,
      Function<? super T, ? extends Map<String, ?>> fields,
      BiFunction<? super T, Map<String, @Nullable Object>, ? extends T> withFields) {
    StateHandlers.add(
        type,
        new StateHandler.Fields(
            target -> fields.apply((T) target),
            (target, restored) -> withFields.apply((T) target, restored)),
        false);
  }

  /**
   * {@return the state dict of a tree in msgpack}
   *
   * @throws DataException if a leaf has no form in msgpack, with its path, or the bytes exceed a
   *     Java array
   */
  public static byte[] toBytes(@Nullable Object target) {
    return encoded(toStateDict(target), SerializationOptions.DEFAULT);
  }

  /** {@return the state dict of a tree in msgpack} */
  public static byte[] toBytes(@Nullable Object target, SerializationOptions options) {
    return encoded(toStateDict(target), options);
  }

  /**
   * {@return a tree like the target, with the leaves of msgpack bytes}
   *
   * @throws DataException if the bytes are not sound, or as {@link #fromStateDict}
   */
  public static <T extends @Nullable Object> T fromBytes(T target, byte[] bytes) {
    return fromStateDict(target, msgpackRestore(bytes));
  }

  /**
   * {@return a tree of maps, lists and leaves in msgpack}
   *
   * <p>The keys of maps are sorted, as in {@code msgpack_serialize}. Lists stay lists.
   *
   * @throws DataException as {@link #toBytes}; records are refused
   */
  public static byte[] msgpackSerialize(@Nullable Object tree) {
    return msgpackSerialize(tree, SerializationOptions.DEFAULT);
  }

  /** {@return a tree of maps, lists and leaves in msgpack} */
  public static byte[] msgpackSerialize(@Nullable Object tree, SerializationOptions options) {
    return encoded(PythonOrder.sorted(tree), options);
  }

  /**
   * {@return the tree of maps, lists and leaves in msgpack bytes; maps and lists are unmodifiable}
   *
   * @throws DataException if the bytes are not sound
   */
  public static @Nullable Object msgpackRestore(byte[] bytes) {
    return msgpackRestore(bytes, SerializationOptions.DEFAULT);
  }

  /**
   * {@return the tree of maps, lists and leaves in msgpack bytes}
   *
   * @throws DataException if the bytes are not sound, or more than the options allow
   */
  public static @Nullable Object msgpackRestore(byte[] bytes, SerializationOptions options) {
    try {
      return decoded(BYTES, new ByteSource.OfBytes(ByteBuffer.wrap(bytes)), options);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * {@return the tree of maps, lists and leaves of a file}
   *
   * @throws DataException if the file is missing or is not sound, or as {@link #msgpackRestore}
   */
  public static @Nullable Object msgpackRestore(Path file) {
    return msgpackRestore(file, SerializationOptions.DEFAULT);
  }

  /** {@return the tree of maps, lists and leaves of a file} */
  public static @Nullable Object msgpackRestore(Path file, SerializationOptions options) {
    return InputFile.read(
        file,
        "a msgpack file of Flax",
        channel -> decoded(file.toString(), new ByteSource.OfFile(channel), options));
  }

  /**
   * {@return a tree like the target, with the leaves of a file}
   *
   * @throws DataException as {@link #msgpackRestore(Path)} and {@link #fromStateDict}
   */
  public static <T extends @Nullable Object> T read(Path file, T target) {
    return fromStateDict(target, msgpackRestore(file));
  }

  /**
   * Writes the state dict of a tree to a file, which is unchanged or complete afterwards. The bytes
   * are not collected in memory first.
   *
   * @throws DataException as {@link #toBytes}, or if the file cannot be written
   */
  public static void write(Path file, @Nullable Object target) {
    var state = toStateDict(target);
    try {
      AtomicFile.write(file, channel -> write(channel, state));
    } catch (IOException e) {
      throw new DataException(
          "File %s cannot be written: %s. Check that its folder exists and has free space."
              .formatted(file, e),
          e);
    }
  }

  /**
   * Writes the state dict of a tree to a channel.
   *
   * @throws IOException if the channel fails
   * @throws DataException as {@link #toBytes}
   */
  public static void writeTo(WritableByteChannel channel, @Nullable Object target)
      throws IOException {
    write(channel, toStateDict(target));
  }

  private static void write(WritableByteChannel channel, @Nullable Object state)
      throws IOException {
    var sink = new ChannelSink(channel);
    new MsgpackEncoder(sink, SerializationOptions.DEFAULT).write(state);
    sink.flush();
  }

  private static byte[] encoded(@Nullable Object state, SerializationOptions options) {
    try {
      var counting = new ByteSink.Counting();
      new MsgpackEncoder(counting, options).write(state);
      if (counting.count() > Integer.MAX_VALUE - Long.BYTES) {
        throw new DataException(
            "toBytes needs a tree below 2 GiB, the limit of a Java array, but this one takes %d bytes. Write it to a file with Serialization.write."
                .formatted(counting.count()));
      }
      var bytes = new byte[(int) counting.count()];
      new MsgpackEncoder(new ArraySink(bytes), options).write(state);
      return bytes;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static @Nullable Object decoded(
      String name, ByteSource source, SerializationOptions options) throws IOException {
    long size = source.size();
    if (size > options.maxBytes()) {
      throw new DataException(
          "%s has %d bytes, but the options allow %d. Raise withMaxBytes if you trust its origin."
              .formatted(name, size, options.maxBytes()));
    }
    try {
      var tree = new MsgpackDecoder(new MsgpackInput(name, source)).read();
      return new ArrayLoader(name, source).load(tree);
    } catch (OutOfMemoryError e) {
      throw ArrayLoader.tooLarge(name, size, e);
    }
  }
}
