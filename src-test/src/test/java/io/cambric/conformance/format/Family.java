package io.cambric.conformance.format;

import io.cambric.io.safetensors.SafeTensors;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A family: one file of cases, and the file of their arrays in the same folder. The arrays are read
 * at the first request.
 */
public final class Family {

  private final String folder;
  private final String name;
  private final JsonNode root;
  private final Path arraysFile;
  private final List<GoldenCase> cases = new ArrayList<>();
  private @Nullable SafeTensors arrays;

  Family(String folder, String name, JsonNode root, Path arraysFile) {
    this.folder = folder;
    this.name = name;
    this.root = root;
    this.arraysFile = arraysFile;
    if (root.has("cases")) {
      addCases(root.get("cases"));
      // Files that a reader must refuse stand apart.
      addCases(root.path("broken"));
    } else {
      root.forEach(this::addLists);
    }
  }

  /** Adds the items of a list, or of the lists of an object. Numbers are data, not cases. */
  private void addLists(JsonNode node) {
    if (node.isArray()) {
      if (!Numbers.isNumeric(node)) {
        addCases(node);
      }
    } else {
      node.forEach(this::addLists);
    }
  }

  private void addCases(JsonNode list) {
    list.forEach(json -> cases.add(new GoldenCase(this, cases.size(), json)));
  }

  /**
   * {@return folder and name, as the report prints them; {@code interop} and the family for files
   * of other libraries, whose cases are not named by their family}
   */
  public String title() {
    var family = root.path("family").asString(name);
    if (family.equals(name) || !root.path("variant").asString("").equals("shared")) {
      return folder + "/" + name;
    }
    return "interop/" + family + (name.equals("cases") ? "" : "/" + name);
  }

  /** {@return the name of the file without its ending, {@code all} for a file that stands alone} */
  public String name() {
    return name;
  }

  /** {@return the content of the file outside of its cases} */
  public JsonNode header() {
    return root;
  }

  /** {@return the cases, in the order of the file} */
  public List<GoldenCase> cases() {
    return cases;
  }

  /** {@return whether all of it was recorded in 64-bit mode} */
  public boolean isX64() {
    return root.path("x64").asBoolean(false);
  }

  /** {@return a file by its path relative to the folder of this family} */
  public Path sibling(String relative) {
    return arraysFile.resolveSibling(relative);
  }

  synchronized SafeTensors arrays() {
    if (arrays == null) {
      arrays = Files.exists(arraysFile) ? SafeTensors.read(arraysFile) : SafeTensors.of(Map.of());
    }
    return arrays;
  }
}
