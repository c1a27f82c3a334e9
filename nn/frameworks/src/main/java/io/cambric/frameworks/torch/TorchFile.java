package io.cambric.frameworks.torch;

import io.cambric.core.HeapRoom;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DataException;
import io.cambric.file.support.InputFile;
import io.cambric.file.support.Quoted;
import io.cambric.file.support.UnpackLimit;
import io.cambric.frameworks.pickle.PickleInput;
import io.cambric.frameworks.pickle.Unpickler;
import io.cambric.io.RawArray;
import io.cambric.io.WeightEntry;
import io.cambric.io.WeightFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An open file of PyTorch. Its names, shapes, dtypes and plain values are known; elements are read
 * on request, as copies.
 *
 * <p>The name of a tensor consists of the keys that lead to it, with dots between: {@code
 * state_dict.layer.weight}, {@code optimizer.state.0.exp_avg}. A file that is a dictionary of
 * tensors has its names as they are. Positions are the keys of lists and tuples. A file that is one
 * tensor has the name {@code tensor}. NumPy arrays count as tensors.
 *
 * <p>The file is a pickle, a program that makes objects. Only tensors, containers and plain values
 * are made; a file that names anything else is refused. Nothing in it is run.
 *
 * <p>Several threads may read at once. The file must not be changed as long as it is open.
 *
 * {@snippet :
 * try (var file = TorchFile.open(Path.of("last.ckpt"))) {
 *   IO.println(file.at("epoch"));
 *   var variables = map.load(file.below("state_dict."), initial);
 * }
 * }
 */
public final class TorchFile implements WeightFile {

  private static final String KIND = "a PyTorch file";

  private static final String LIMIT_OPTION = "TorchFile.open(file, maxUnpackedBytes)";

  private static final byte[] ZIP = {'P', 'K', 3, 4};
  private static final byte PICKLE = (byte) 0x80;

  /** The first value of a file before version 1.6. */
  private static final BigInteger MAGIC = new BigInteger("1950a86a20f9469cfc6c", 16);

  private static final long PROTOCOL = 1001;

  private static final byte[] LFS = "version https://git-lfs".getBytes(StandardCharsets.US_ASCII);

  private final Path file;
  private final TorchContents contents;
  private final TorchElements elements;
  private final TorchTree.Content content;

  private TorchFile(
      Path file, TorchContents contents, UnpackLimit limit, TorchTree.Content content) {
    this.file = file;
    this.contents = contents;
    this.elements = new TorchElements(file.toString(), contents, limit);
    this.content = content;
  }

  /**
   * {@return an open file}
   *
   * <p>Compressed records, and tensors that repeat elements of their storage, may unpack to 64 MiB
   * together, and to a hundred times their size in the file where that is more.
   *
   * @throws DataException if the file is missing, damaged, or names objects of Python that are no
   *     tensors or plain values
   */
  public static TorchFile open(Path file) {
    return open(file, UnpackLimit.bySize(LIMIT_OPTION));
  }

  /**
   * {@return an open file, with another limit for what unpacks}
   *
   * @param maxUnpackedBytes of compressed records, and of a tensor that repeats elements
   * @throws DataException as {@link #open(Path)}
   */
  public static TorchFile open(Path file, long maxUnpackedBytes) {
    return open(file, new UnpackLimit(maxUnpackedBytes, LIMIT_OPTION));
  }

  /**
   * {@return the open files of a model in several files, in one folder with their index}
   *
   * @param index such as {@code pytorch_model.bin.index.json}
   * @throws DataException if the index or one of the files is missing or not sound, or a name leads
   *     out of the folder. All differences between index and files are listed at once
   */
  public static TorchShards openSharded(Path index) {
    return TorchShards.open(index, false);
  }

  /**
   * {@return the open files of a model in several files, where symbolic links may lead out of the
   * folder}
   *
   * <p>The cache of Hugging Face consists of symbolic links.
   *
   * @param index such as {@code pytorch_model.bin.index.json}
   * @throws DataException as {@link #openSharded}, but for links
   */
  public static TorchShards openShardedFollowingLinks(Path index) {
    return TorchShards.open(index, true);
  }

  private static TorchFile open(Path file, UnpackLimit limit) {
    return InputFile.read(
        file,
        KIND,
        channel -> {
          var start = ByteBuffer.allocate(LFS.length);
          while (start.hasRemaining() && channel.read(start, start.position()) >= 0) {}
          start.flip();
          if (begins(start, ZIP)) {
            return openZip(file, TorchZip.open(file, channel.size(), limit), limit);
          }
          if (start.hasRemaining() && start.get(0) == PICKLE) {
            return openLegacy(file, channel, limit);
          }
          throw TorchFormat.malformed(
              file.toString(),
              begins(start, LFS)
                  ? "it is only the pointer of Git LFS to one, which git lfs pull replaces"
                  : "it begins neither as a zip archive nor as a pickle");
        });
  }

  private static boolean begins(ByteBuffer start, byte[] with) {
    return start.remaining() >= with.length
        && start.slice(0, with.length).equals(ByteBuffer.wrap(with));
  }

  private static TorchFile openZip(Path file, TorchZip zip, UnpackLimit limit) {
    try {
      var name = file.toString();
      var pickle = MemorySegment.ofArray(zip.pickle());
      var input = input(name, pickle);
      var root = Unpickler.load(input, new TorchObjects(name, zip, zip.isScript()));
      if (input.remaining() > 0) {
        throw input.malformed("%d bytes follow its end".formatted(input.remaining()));
      }
      return new TorchFile(file, zip, limit, TorchTree.of(name, root, pickle.byteSize()));
    } catch (OutOfMemoryError e) {
      zip.close();
      throw HeapRoom.exhausted("Opening " + file, zip.pickleBytes(), " for its pickle", e);
    } catch (RuntimeException | Error e) {
      zip.close();
      throw e;
    }
  }

  private static TorchFile openLegacy(Path file, FileChannel channel, UnpackLimit limit)
      throws IOException {
    var legacy = TorchLegacy.open(file, channel);
    try {
      return new TorchFile(file, legacy, limit, readLegacy(file.toString(), legacy));
    } catch (OutOfMemoryError e) {
      legacy.close();
      throw HeapRoom.exhausted("Opening " + file, channel.size(), " for its pickles", e);
    } catch (InternalError e) {
      legacy.close();
      throw TorchLegacy.truncated(file.toString(), e);
    } catch (RuntimeException | Error e) {
      legacy.close();
      throw e;
    }
  }

  private static TorchTree.Content readLegacy(String file, TorchLegacy legacy) {
    var input = input(file, legacy.bytes());
    var objects = new TorchObjects(file, legacy, false);
    if (!MAGIC.equals(Unpickler.load(input, objects))) {
      throw TorchFormat.malformed(file, "it is a pickle without the magic number of PyTorch");
    }
    if (!(Unpickler.load(input, objects) instanceof Long protocol) || protocol != PROTOCOL) {
      throw TorchFormat.malformed(file, "its second pickle is not the number " + PROTOCOL);
    }
    // The third value describes the machine; all of them write the same bytes.
    Unpickler.load(input, objects);
    long start = input.position();
    var root = Unpickler.load(input, objects);
    var content = TorchTree.of(file, root, input.position() - start);
    legacy.locate(input, Unpickler.load(input, objects));
    return content;
  }

  private static PickleInput input(String file, MemorySegment pickle) {
    return new PickleInput(pickle, what -> TorchFormat.malformed(file, what));
  }

  /** {@return the form: {@code PyTorch, zip}, {@code PyTorch, legacy} or {@code TorchScript}} */
  @Override
  public String format() {
    return contents.form();
  }

  /** {@return the names of the tensors, in the order of the file} */
  @Override
  public Set<String> names() {
    return content.tensors().keySet();
  }

  /**
   * {@return shape and dtype of the tensor with a name}
   *
   * @throws DataException if there is none, or Cambric does not have its dtype
   */
  @Override
  public ShapedArray aval(String name) {
    return elements.aval(name, tensor(name));
  }

  /**
   * {@return the tensor with a name, copied from the file in row-major order}
   *
   * @throws DataException if there is none, Cambric does not have its dtype, it is damaged or
   *     repeats too few elements, or the file is closed
   * @throws io.cambric.errors.HeapExhaustedException if the heap has no room for the array
   */
  @Override
  public NdArray get(String name) {
    return elements.array(name, tensor(name));
  }

  /**
   * {@return the bytes of the tensor with a name, of any dtype}
   *
   * @throws DataException as {@link #get}, but for its dtype
   * @throws io.cambric.errors.HeapExhaustedException if the heap has no room for the bytes
   */
  public RawArray raw(String name) {
    return elements.raw(name, tensor(name));
  }

  /**
   * {@return the header of the tensor with a name}
   *
   * @throws DataException if there is none
   */
  public TorchTensor tensor(String name) {
    var tensor = content.tensors().get(name);
    if (tensor == null) {
      throw new DataException(
          "%s has no tensor named %s among its %d tensors. names() lists them."
              .formatted(file, Quoted.of(name), content.tensors().size()));
    }
    return tensor;
  }

  @Override
  public List<WeightEntry> entries() {
    return content.tensors().entrySet().stream()
        .map(entry -> entry.getValue().entry(entry.getKey()))
        .toList();
  }

  /**
   * {@return all of the file, read-only}
   *
   * <p>Its values are {@code Map}, {@code List} (of tuples and sizes, too), {@code Set}, {@code
   * String} (of dtypes and devices, too), {@code Long}, {@code BigInteger}, {@code Double}, {@code
   * Boolean}, null, {@code ByteBuffer}, {@link io.cambric.serialization.ComplexNumber} and {@link
   * TorchTensor}.
   */
  public @Nullable Object tree() {
    return content.root();
  }

  /**
   * {@return the value at the end of some keys, as {@link #tree()} has it}
   *
   * @param keys of dictionaries, and positions in lists. An {@code Integer} is a {@code Long}
   * @throws DataException if there is no such value
   */
  public @Nullable Object at(Object... keys) {
    var value = content.root();
    for (int i = 0; i < keys.length; i++) {
      var key = keys[i] instanceof Integer whole ? (Object) whole.longValue() : keys[i];
      if (value instanceof Map<?, ?> map && map.containsKey(key)) {
        value = map.get(key);
      } else if (value instanceof List<?> list
          && key instanceof Long position
          && position >= 0
          && position < list.size()) {
        value = list.get(position.intValue());
      } else {
        throw missing(keys, i, value);
      }
    }
    return value;
  }

  private DataException missing(Object[] keys, int depth, @Nullable Object value) {
    var there =
        switch (value) {
          case Map<?, ?> map -> "the keys " + Quoted.of(map.keySet());
          case List<?> list -> "%d items".formatted(list.size());
          case null, default -> "no keys";
        };
    return new DataException(
        "%s has no value at %s: key %d is %s, but there are %s. Pass keys that tree() has."
            .formatted(
                file,
                Quoted.of(List.of(keys)),
                depth + 1,
                Quoted.of(String.valueOf(keys[depth])),
                there));
  }

  /** Closes the file; arrays from earlier reads stay valid. */
  @Override
  public void close() {
    contents.close();
  }

  /** {@return the file, and the names of its first tensors} */
  @Override
  public String toString() {
    return "TorchFile " + file + " " + Quoted.of(names());
  }
}
