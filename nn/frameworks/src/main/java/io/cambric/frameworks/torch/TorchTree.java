package io.cambric.frameworks.torch;

import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import io.cambric.frameworks.pickle.PickledItems;
import io.cambric.frameworks.pickle.PickledItems.Kind;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The plain values of a pickle, and its tensors by name. Mutable, for one pickle.
 *
 * <p>A container that is in several others is visited once for each, as its tensors have a name for
 * each. The size of the pickle limits the number of visits, so a small file cannot stand for a huge
 * tree. The walk keeps a stack of its own and does not recurse.
 */
final class TorchTree {

  /** The depth of nested containers, far beyond the ones of checkpoints. */
  private static final int MAX_DEPTH = 128;

  /** Tuples as keys are compared item by item. */
  private static final int MAX_KEY_ITEMS = 64;

  private static final int MAX_KEY_CHARACTERS = 1_000;

  /** A hostile file has tuples of equal hashes, whose number decides the time. */
  private static final int MAX_TUPLE_KEYS = 1_000;

  /** Visits that a pickle of any size may need. */
  private static final int FREE_VISITS = 1_000;

  private static final int CHARACTERS_PER_VISIT = 16;

  /** The name of a tensor that is all of a file. */
  private static final String ONLY = "tensor";

  private final String file;
  private final long maxVisits;
  private final Map<String, TorchTensor> tensors = new LinkedHashMap<>();
  private final Map<PickledItems, Object> finished = new IdentityHashMap<>();
  private final Deque<OpenContainer> open = new ArrayDeque<>();
  private long visits;
  private long characters;

  private TorchTree(String file, long pickleBytes) {
    this.file = file;
    this.maxVisits = FREE_VISITS + pickleBytes;
  }

  /**
   * The content of a file.
   *
   * @param root the whole tree
   * @param tensors by the keys on their paths, with dots between
   */
  record Content(@Nullable Object root, Map<String, TorchTensor> tensors) {}

  /**
   * {@return the values and tensors of a pickle}
   *
   * @param pickleBytes its size
   * @throws DataException if there are too many of them for its size, or too deep ones
   */
  static Content of(String file, @Nullable Object root, long pickleBytes) {
    var tree = new TorchTree(file, pickleBytes);
    var whole = tree.walk(root);
    return new Content(whole, Collections.unmodifiableMap(tree.tensors));
  }

  private @Nullable Object walk(@Nullable Object root) {
    if (!(root instanceof PickledItems all)) {
      return root instanceof NumpyArray || root instanceof TorchTensor
          ? named(ONLY, tensor(root))
          : plain(root);
    }
    enter(all);
    while (true) {
      var container = open.getLast();
      if (!container.hasNext()) {
        open.removeLast();
        var value = finished.computeIfAbsent(container.pickled(), _ -> container.value());
        if (open.isEmpty()) {
          return value;
        }
        open.getLast().add(value);
      } else {
        visit(container);
      }
    }
  }

  private void visit(OpenContainer container) {
    visits++;
    if (visits > maxVisits) {
      throw malformed(
          "its containers contain others so often that they have more than %d values"
              .formatted(maxVisits));
    }
    var next = container.next();
    if (next instanceof PickledItems inner) {
      enter(inner);
    } else if (next instanceof NumpyArray || next instanceof TorchTensor) {
      container.add(named(path(), tensor(next)));
    } else {
      container.add(plain(next));
    }
  }

  private void enter(PickledItems items) {
    if (open.stream().anyMatch(container -> container.pickled() == items)) {
      throw malformed(items + " contains itself");
    }
    if (open.size() == MAX_DEPTH) {
      throw malformed("its containers are nested more than %d deep".formatted(MAX_DEPTH));
    }
    open.addLast(new OpenContainer(items, entries(items)));
  }

  /** {@return the keys to the value that is visited, with dots between} */
  private String path() {
    var path = new StringBuilder();
    for (var container : open) {
      path.append(path.isEmpty() ? "" : ".").append(container.nextKey());
      if (characters + path.length() > CHARACTERS_PER_VISIT * maxVisits) {
        throw malformed(
            "the names of its tensors have more than %d characters"
                .formatted(CHARACTERS_PER_VISIT * maxVisits));
      }
    }
    characters += path.length();
    return path.toString();
  }

  private static @Nullable TorchTensor tensor(Object value) {
    return value instanceof NumpyArray array ? array.tensor() : (TorchTensor) value;
  }

  private TorchTensor named(String name, @Nullable TorchTensor tensor) {
    if (tensor == null) {
      throw malformed("array %s of NumPy has no content".formatted(Quoted.of(name)));
    }
    if (tensors.put(name, tensor) != null) {
      throw malformed("two of its tensors have the name " + Quoted.of(name));
    }
    return tensor;
  }

  /** {@return the items of a dictionary by their keys, the last one of equal keys} */
  private Map<@Nullable Object, @Nullable Object> entries(PickledItems items) {
    var all = items.items();
    return switch (items.kind()) {
      case DICT, OBJECT -> entries(all);
      case SET -> {
        all.forEach(item -> requireSimple("a set contains", item));
        yield Map.of();
      }
      case LIST, TUPLE -> Map.of();
    };
  }

  private Map<@Nullable Object, @Nullable Object> entries(List<@Nullable Object> all) {
    var entries = new LinkedHashMap<@Nullable Object, @Nullable Object>();
    int tuples = 0;
    for (int i = 0; i < all.size(); i += 2) {
      tuples += all.get(i) instanceof PickledItems ? 1 : 0;
      if (tuples > MAX_TUPLE_KEYS) {
        throw malformed("a dictionary has more than %d tuples as keys".formatted(MAX_TUPLE_KEYS));
      }
      entries.put(key(all.get(i)), all.get(i + 1));
    }
    return entries;
  }

  private @Nullable Object key(@Nullable Object key) {
    if (!(key instanceof PickledItems items)) {
      requireSimple("a dictionary has the key", key);
      return plain(key);
    }
    var parts = items.items();
    if (items.kind() != Kind.TUPLE || parts.size() > MAX_KEY_ITEMS) {
      throw malformed("a dictionary has %s as a key".formatted(items));
    }
    for (var part : parts) {
      requireSimple("a key has the part", part);
      if (part instanceof String text && text.length() > MAX_KEY_CHARACTERS) {
        throw malformed(
            "a part of a key has more than %d characters".formatted(MAX_KEY_CHARACTERS));
      }
    }
    List<@Nullable Object> plain = new ArrayList<>(parts);
    return Collections.unmodifiableList(plain);
  }

  /** Values whose hash and comparison take a bounded time. */
  private void requireSimple(String place, @Nullable Object value) {
    boolean isSimple =
        switch (value) {
          case null -> true;
          case Boolean _, Long _, Double _, BigInteger _, String _, TorchType _ -> true;
          default -> false;
        };
    if (!isSimple) {
      throw malformed("%s %s".formatted(place, PickledText.of(value)));
    }
  }

  /** {@return a value without containers as a caller sees it} */
  private @Nullable Object plain(@Nullable Object value) {
    return switch (value) {
      case TorchType dtype -> dtype.toString();
      case TorchStorage _ -> throw malformed("it has a storage that no tensor views");
      case TorchObjects.PickledFunction _, TorchObjects.PickledClass _, NumpyDType _ ->
          throw malformed("it has %s in the place of a value".formatted(PickledText.of(value)));
      case null, default -> value;
    };
  }

  private DataException malformed(String what) {
    return TorchFormat.malformed(file, what);
  }
}
