package io.cambric.frameworks.keras;

import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import io.cambric.frameworks.hdf5.Hdf5File;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The order of the datasets of a file, and their names for users of Keras.
 *
 * @param file the name for messages
 */
record KerasPaths(String file, Hdf5File hdf5) {

  private static final String SLASH = "/";
  private static final String VARS = "vars";
  private static final String NAME = "name";
  private static final String LAYERS = "layer_names";
  private static final String WEIGHTS = "weight_names";

  /** The groups of the older form that contain layers. */
  private static final String MODEL = "model_weights";

  private static final String OPTIMIZER = "optimizer_weights";

  /** {@return whether layers and weights are listed, as in the older form} */
  boolean isListed() {
    return hdf5.groups().contains(MODEL) || isListed("");
  }

  private boolean isListed(String group) {
    var texts = hdf5.texts(group);
    return texts.containsKey(LAYERS) || texts.containsKey(LAYERS + 0);
  }

  /**
   * {@return the paths of datasets in the order of the model}
   *
   * @throws DataException if a weight is missing
   */
  Set<String> ordered() {
    var ordered = new LinkedHashSet<String>();
    if (isListed()) {
      var model = isListed("") ? "" : MODEL;
      list(model, LAYERS).forEach(layer -> addListed(below(model, layer), ordered));
      addListed(OPTIMIZER, ordered);
    }
    var others = new ArrayList<>(hdf5.datasets().keySet());
    others.sort(Comparator.comparing(KerasPaths::parent).thenComparing(KerasPaths::number));
    others.sort(Comparator.comparing(KerasPaths::isOptimizer));
    requireCounted(others);
    ordered.addAll(others);
    return Collections.unmodifiableSet(ordered);
  }

  private static String below(String group, String name) {
    return group.isEmpty() ? name : group + SLASH + name;
  }

  /** The list of a group, which Keras divides if it is long. */
  private List<String> list(String group, String attribute) {
    var texts = hdf5.texts(group);
    var all = new ArrayList<>(texts.getOrDefault(attribute, List.of()));
    for (int i = 0; texts.containsKey(attribute + i); i++) {
      all.addAll(texts.get(attribute + i));
    }
    return all;
  }

  private void addListed(String group, Set<String> ordered) {
    for (var weight : list(group, WEIGHTS)) {
      var path = below(group, weight);
      if (!hdf5.datasets().containsKey(path)) {
        throw malformed(
            "group %s lists the weight %s, but there is no dataset %s"
                .formatted(Quoted.of(group), Quoted.of(weight), Quoted.of(path)));
      }
      ordered.add(path);
    }
  }

  private static String parent(String path) {
    return path.substring(0, Math.max(0, path.lastIndexOf('/')));
  }

  private static boolean isOptimizer(String path) {
    return path.startsWith("optimizer");
  }

  /** {@return the last part of a path, a whole number with zeros in front} */
  private static String number(String path) {
    var last = path.substring(path.lastIndexOf('/') + 1);
    return isNumber(last) ? "%10s".formatted(last) : last;
  }

  private static boolean isNumber(String text) {
    return text.matches("0|[1-9][0-9]{0,8}");
  }

  /** Requires the numbered variables of each layer to begin at 0 and to be without gaps. */
  private void requireCounted(List<String> sorted) {
    var next = new HashMap<String, Integer>();
    for (var path : sorted) {
      var last = path.substring(path.lastIndexOf('/') + 1);
      if (parent(path).endsWith(SLASH + VARS) && isNumber(last)) {
        int expected = next.merge(parent(path), 1, Integer::sum) - 1;
        if (Integer.parseInt(last) != expected) {
          throw malformed(
              "variable %s is there, but %s is not"
                  .formatted(Quoted.of(path), Quoted.of(parent(path) + SLASH + expected)));
        }
      }
    }
  }

  /**
   * {@return the paths of datasets by their names for users of Keras; where two would have the same
   * name, the paths}
   */
  Map<String, String> byName(Set<String> paths) {
    var byName = new LinkedHashMap<String, String>();
    var repeated = new LinkedHashSet<String>();
    for (var path : paths) {
      if (byName.put(name(path), path) != null) {
        repeated.add(name(path));
      }
    }
    if (repeated.isEmpty()) {
      return byName;
    }
    var unique = new LinkedHashMap<String, String>();
    paths.forEach(path -> unique.put(repeated.contains(name(path)) ? path : name(path), path));
    return unique;
  }

  private String name(String path) {
    return isListed() ? listedName(path) : layerName(path);
  }

  /** {@return the name of a weight in the list of its layer} */
  private String listedName(String path) {
    var group = isListed("") ? "" : path.startsWith(MODEL + SLASH) ? MODEL : "";
    if (path.startsWith(OPTIMIZER + SLASH)) {
      return path.substring(OPTIMIZER.length() + 1);
    }
    var inModel = group.isEmpty() ? path : path.substring(group.length() + 1);
    return inModel.substring(inModel.indexOf('/') + 1);
  }

  /** {@return the names of the layers in which a variable lies, and its number} */
  private String layerName(String path) {
    var parts = path.split(SLASH);
    var names = new ArrayList<String>();
    var group = new StringBuilder();
    int layers = parts.length - 2;
    for (int i = 0; i < layers; i++) {
      group.append(i == 0 ? "" : SLASH).append(parts[i]);
      names.addAll(hdf5.texts(group + SLASH + VARS).getOrDefault(NAME, List.of()));
    }
    if (names.isEmpty()) {
      return path;
    }
    names.addAll(List.of(parts).subList(layers, parts.length));
    return String.join(SLASH, names);
  }

  private DataException malformed(String what) {
    return new DataException(
        "%s is not a valid Keras file: %s. Fetch or write it again.".formatted(file, what));
  }
}
