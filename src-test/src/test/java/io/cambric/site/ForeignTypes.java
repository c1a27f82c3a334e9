package io.cambric.site;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.tools.ToolProvider;

/**
 * Declarations of the types that sources name from libraries which the build of the site does not
 * fetch. Javadoc reads no bodies, so that a name, its kind and its number of type parameters are
 * enough to show the signatures that have them.
 */
final class ForeignTypes {

  private static final Pattern NAME =
      Pattern.compile(
          "\\b((?:org\\.apache|scala)(?:\\.[a-z]\\w*)*)\\.([A-Z]\\w*\\$?)(?:\\.([A-Z]\\w*)\\b)?");

  private final String sources;

  /** The nested types that sources name, by type. */
  private final SortedMap<String, TreeSet<String>> types = new TreeMap<>();

  /**
   * Reads names.
   *
   * @param sources with imports, or with qualified names
   */
  ForeignTypes(List<String> sources) {
    this.sources = String.join("\n", sources);
    var names = NAME.matcher(this.sources);
    while (names.find()) {
      var nested =
          types.computeIfAbsent(names.group(1) + "." + names.group(2), _ -> new TreeSet<>());
      if (names.group(3) != null) {
        nested.add(names.group(3));
      }
    }
  }

  /** {@return a source for each type, by its qualified name} */
  Map<String, String> declarations() {
    var declarations = new TreeMap<String, String>();
    types.forEach((type, nested) -> {
      int end = type.lastIndexOf('.');
      var inside =
          nested.stream()
              .map(name -> declaration("public static", name) + "}")
              .collect(Collectors.joining(" "));
      declarations.put(
          type,
          "package %s; %s%s}"
              .formatted(
                  type.substring(0, end), declaration("public", type.substring(end + 1)), inside));
    });
    return declarations;
  }

  private String declaration(String modifiers, String name) {
    return "%s %s %s%s {".formatted(modifiers, kind(name), name, parameters(name));
  }

  private String kind(String name) {
    var quoted = "\\b" + Pattern.quote(name) + "(?![\\w$])";
    if (Pattern.compile("@" + Pattern.quote(name) + "\\b").matcher(sources).find()) {
      return "@interface";
    }
    boolean isInterface = Pattern.compile("\\bimplements [^{]*" + quoted).matcher(sources).find();
    return isInterface ? "interface" : "class";
  }

  /** {@return as many type parameters as the sources give it anywhere} */
  private String parameters(String name) {
    var uses = Pattern.compile("\\b" + Pattern.quote(name) + "<").matcher(sources);
    int most = 0;
    while (uses.find()) {
      most = Math.max(most, arguments(uses.end()));
    }
    return most == 0
        ? ""
        : IntStream.range(0, most)
            .mapToObj(i -> "T" + i)
            .collect(Collectors.joining(", ", "<", ">"));
  }

  /** {@return the number of type arguments that begin at a place; none for a diamond} */
  private int arguments(int start) {
    int depth = 1;
    int count = sources.charAt(start) == '>' ? 0 : 1;
    for (int i = start; depth > 0; i++) {
      switch (sources.charAt(i)) {
        case '<' -> depth++;
        case '>' -> depth--;
        case ',' -> count += depth == 1 ? 1 : 0;
        default -> {}
      }
    }
    return count;
  }

  /** Compiles the declarations into a folder. */
  void compile(Path out) throws IOException {
    var files = Files.createDirectories(out.resolve("declared"));
    var arguments = new ArrayList<>(List.of("-proc:none", "-implicit:none"));
    arguments.addAll(List.of("-d", out.toString()));
    for (var declaration : declarations().entrySet()) {
      var file = files.resolve(declaration.getKey().replace('.', '/') + ".java");
      Files.createDirectories(file.getParent());
      Files.writeString(file, declaration.getValue());
      arguments.add(file.toString());
    }
    var messages = new StringWriter();
    var compiler = ToolProvider.getSystemJavaCompiler();
    try (var manager = compiler.getStandardFileManager(null, null, null)) {
      var units = manager.getJavaFileObjectsFromStrings(arguments.subList(4, arguments.size()));
      var task = compiler.getTask(messages, manager, null, arguments.subList(0, 4), null, units);
      if (!task.call()) {
        throw new IllegalStateException("Declarations failed:\n" + messages);
      }
    }
  }
}
