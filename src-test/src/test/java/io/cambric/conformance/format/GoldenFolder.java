package io.cambric.conformance.format;

import io.cambric.errors.DataException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A folder of golden files. Each JSON file with {@code cases} in it or below it is a family. So is
 * a {@code cases.json} that names its family and has its cases in lists of other names.
 */
public final class GoldenFolder {

  private static final JsonMapper JSON = new JsonMapper();

  private GoldenFolder() {}

  /** {@return the families, sorted by folder and name} */
  public static List<Family> families(Path folder) {
    var families = new ArrayList<Family>();
    for (var file : jsonFiles(folder)) {
      var root = read(file);
      if (root.path("cases").isArray() || isFamily(file, root)) {
        families.add(family(folder, file, root));
      }
    }
    return families;
  }

  private static List<Path> jsonFiles(Path folder) {
    try (var files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".json")).sorted().toList();
    } catch (IOException e) {
      throw new DataException("Folder %s cannot be listed: %s.".formatted(folder, e), e);
    }
  }

  private static JsonNode read(Path file) {
    try {
      return JSON.readTree(Files.readString(file));
    } catch (IOException | JacksonException e) {
      throw new DataException("File %s is no JSON: %s.".formatted(file, e.getMessage()), e);
    }
  }

  private static boolean isFamily(Path file, JsonNode root) {
    return file.endsWith("cases.json") && root.path("family").isString();
  }

  private static Family family(Path root, Path file, JsonNode node) {
    var fileName = file.getFileName().toString();
    var name = fileName.substring(0, fileName.length() - ".json".length());
    if (isFamily(file, node)) {
      return listed(file, node);
    }
    if (isCheckpoints(file)) {
      return new Family(
          "checkpoints", file.toAbsolutePath().getParent().getFileName().toString(), node, file);
    }
    boolean alone = root.equals(file.getParent()) && !Files.exists(arraysOf(file, name));
    var folder = alone ? name : file.toAbsolutePath().getParent().getFileName().toString();
    return new Family(folder, alone ? "all" : name, node, arraysOf(file, name));
  }

  /** Files of one framework, a folder for each; every case names its file of arrays. */
  private static boolean isCheckpoints(Path file) {
    var whole = file.toAbsolutePath();
    int folder = whole.getNameCount() - 3;
    return whole.endsWith("cases.json")
        && folder >= 0
        && whole.getName(folder).endsWith("checkpoints");
  }

  /** A family of another library, whose file is {@code cases.json} in a folder of its own. */
  private static Family listed(Path file, JsonNode node) {
    var arrays = file.resolveSibling(node.path("arrays").asString("cases.safetensors"));
    return new Family("interop", node.get("family").asString(), node, arrays);
  }

  /** The arrays of a family are in a sibling of its JSON file. */
  private static Path arraysOf(Path file, String name) {
    return file.resolveSibling(name + ".safetensors");
  }
}
