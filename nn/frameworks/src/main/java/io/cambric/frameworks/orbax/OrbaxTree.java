package io.cambric.frameworks.orbax;

import io.cambric.file.support.Quoted;
import io.cambric.io.protobuf.Utf8;
import io.cambric.json.JsonValue;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The tree of a checkpoint: names and headers of its arrays.
 *
 * @param arrays by their names, in the order of the tree
 * @param complete whether the writer leaves out no chunk, such as one of zeros alone
 */
record OrbaxTree(Map<String, ZarrHeader> arrays, boolean complete) {

  /** The types of leaves whose values are arrays in the zarr format. */
  private static final Set<String> ARRAYS = Set.of("jax.Array", "np.ndarray", "scalar");

  /**
   * {@return the tree of a checkpoint}
   *
   * @throws io.cambric.errors.DataException if it is damaged, or has the format zarr 3
   */
  static OrbaxTree of(KeyValues values) {
    var metadata = values.folder().resolve(OrbaxFolder.METADATA);
    return Files.exists(metadata)
        ? described(values, metadata)
        : new OrbaxTree(listed(values), false);
  }

  private static OrbaxTree described(KeyValues values, Path metadata) {
    var json = JsonValue.read(metadata);
    if (json.find("use_zarr3").map(JsonValue::flag).orElse(false)) {
      throw values.malformed(
          "its arrays have the format zarr 3, but zarr 2 is needed, which use_zarr3=False writes");
    }
    var arrays = new LinkedHashMap<String, ZarrHeader>();
    json.get("tree_metadata")
        .fields()
        .forEach((_, leaf) -> {
          var keys =
              leaf.get("key_metadata").elements().stream()
                  .map(key -> key.get("key"))
                  .map(key -> key.isText() ? key.text() : key.integer() + "")
                  .toList();
          var name = String.join("/", keys);
          var header = header(String.join(".", keys), leaf, values);
          if (header != null && arrays.put(name, header) != null) {
            throw values.malformed("two of its arrays are named %s", Quoted.of(name));
          }
        });
    boolean complete =
        json.find("store_array_data_equal_to_fill_value").map(JsonValue::flag).orElse(false);
    return new OrbaxTree(arrays, complete);
  }

  private static @Nullable ZarrHeader header(String key, JsonValue leaf, KeyValues values) {
    var place = values.place(key + "/" + KeyValues.HEADER);
    if (place != null) {
      return parsed(key, place, values);
    }
    var type = leaf.get("value_metadata").get("value_type").text();
    if (ARRAYS.contains(type)) {
      throw values.malformed("array %s has no %s", Quoted.of(key), KeyValues.HEADER);
    }
    return null;
  }

  /** {@return the arrays of a checkpoint without a description of its tree, by their keys} */
  private static Map<String, ZarrHeader> listed(KeyValues values) {
    var ending = "/" + KeyValues.HEADER;
    return values.places().entrySet().stream()
        .filter(entry -> entry.getKey().endsWith(ending))
        .map(entry -> {
          var key = entry.getKey().substring(0, entry.getKey().length() - ending.length());
          return parsed(key, entry.getValue(), values);
        })
        .collect(
            Collectors.toMap(
                ZarrHeader::key, header -> header, (first, _) -> first, LinkedHashMap::new));
  }

  private static ZarrHeader parsed(String key, ValuePlace place, KeyValues values) {
    var text = Utf8.decode(MemorySegment.ofArray(place.read()));
    if (text == null) {
      throw values.malformed("the header of array %s is not UTF-8", Quoted.of(key));
    }
    var source = "The header of array %s of %s".formatted(Quoted.of(key), values.folder());
    return ZarrHeader.of(key, JsonValue.parse(source, text), values);
  }
}
