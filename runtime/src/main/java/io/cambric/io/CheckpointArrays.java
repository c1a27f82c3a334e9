package io.cambric.io;

import io.cambric.array.AxisOrder;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.tree.StaticValues;
import io.cambric.tree.Trees;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A tree as a checkpoint holds it: arrays by path, numbers as scalars, and nothing else. */
final class CheckpointArrays {

  /** The name of a tree that is one array. */
  private static final String WHOLE = "value";

  /** Above, not every whole number is a double. */
  private static final long EXACT = 1L << 53;

  private CheckpointArrays() {}

  static Map<String, NdArray> of(Object tree) {
    var arrays = new LinkedHashMap<String, NdArray>();
    var statics = new ArrayList<@Nullable Object>();
    var flat = Trees.flatten(tree);
    var paths = flat.structure().paths();
    for (int i = 0; i < paths.size(); i++) {
      var leaf = flat.leaves().get(i);
      var array = array(leaf);
      statics.add(array == null ? leaf : null);
      if (array != null && arrays.put(name(paths.get(i)), array) != null) {
        throw new DataException(
            "A checkpoint needs a path of its own for each leaf, but two are at \"%s\". Leave slashes out of names."
                .formatted(paths.get(i)));
      }
    }
    // The numbers of a Java array would be lost in silence.
    StaticValues.requireAll("The tree of a checkpoint", flat.structure(), statics);
    return arrays;
  }

  private static String name(String path) {
    return path.isEmpty() ? WHOLE : path;
  }

  /** {@return what is saved of a leaf; null for nothing} */
  private static @Nullable NdArray array(Object leaf) {
    return switch (leaf) {
      case Array array -> array.concrete("Saving a checkpoint");
      case Boolean flag -> NdArray.scalar(DType.BOOL, flag ? 1 : 0);
      case Byte number -> NdArray.scalar(DType.I8, number);
      case Short number -> NdArray.scalar(DType.I16, number);
      case Integer number -> NdArray.scalar(DType.I32, number);
      case Long number when Math.abs(number) <= EXACT -> NdArray.scalar(DType.I64, number);
      case Long number ->
          throw new DataException(
              "A checkpoint holds whole numbers up to 2^53, but came %d. Save it as an array."
                  .formatted(number));
      case Float number -> NdArray.scalar(DType.F32, number);
      case Double number -> NdArray.scalar(DType.F64, number);
      default -> null;
    };
  }

  static <T> T restored(Path file, T target) {
    var saved = SafeTensors.read(file);
    requireSame(file, of(target), saved.arrays());
    return Trees.<T, Object>mapWithPath(
        target,
        (path, leaf) -> {
          var array = saved.arrays().get(name(path));
          return array == null ? leaf : like(leaf, array);
        });
  }

  private static Object like(Object leaf, NdArray saved) {
    return switch (leaf) {
      case Boolean _ -> saved.item() != 0;
      case Byte _ -> (byte) saved.item();
      case Short _ -> (short) saved.item();
      case Integer _ -> (int) saved.item();
      case Long _ -> saved.getLong(0);
      case Float _ -> (float) saved.item();
      case Double _ -> saved.item();
      default -> saved;
    };
  }

  private static void requireSame(
      Path file, Map<String, NdArray> needed, Map<String, NdArray> came) {
    var differences = new TreeSet<String>();
    needed.forEach((name, array) -> {
      var other = came.get(name);
      if (other == null) {
        differences.add("\"%s\" is missing".formatted(name));
      } else if (!other.aval().strong().equals(array.aval().strong())) {
        differences.add(
            "\"%s\" is %s instead of %s%s"
                .formatted(
                    name,
                    other.aval(),
                    array.aval().strong(),
                    AxisOrder.between(other.shape(), array.shape())
                        .map(order ->
                            ", which is that with its axes transposed by %s".formatted(order))
                        .orElse("")));
      }
    });
    came.keySet().stream()
        .filter(name -> !needed.containsKey(name))
        .forEach(name -> differences.add("\"%s\" is not asked for".formatted(name)));
    if (!differences.isEmpty()) {
      throw new DataException(
          "Checkpoint %s is not one of the tree that is restored: %s. Restore into a tree like the one that was saved."
              .formatted(file, String.join("; ", differences)));
    }
  }
}
