package io.cambric.architecture;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Simple names of main types: a name in two packages is an exception with a reason. */
class EqualNamesTest {

  private static final Path ROOT = Path.of("..");
  private static final Path SOURCES = Path.of("src", "main", "java");

  /** Folders with sources that the library does not compile as its own. */
  private static final Set<String> SKIPPED = Set.of(".git", "target", "resources", "archetype");

  /** A package of mirrors, whose names are those of Flax before it had Optax. */
  private static final String MIRRORS = "io.cambric.nn.optim";

  private static final int MOST = 15;

  /** Names in two packages or more, and why they stay. */
  private static final Map<String, String> ALLOWED =
      Map.ofEntries(
          Map.entry("EarlyStopping", "the rule of Flax, and the one of beams in Transformers"),
          Map.entry("Lanes", "of a mapped operation, and of a collective"),
          Map.entry("MlpDef", "a model of the gallery is the page's, the other is measured"),
          Map.entry("Module", "Flax's word, for the annotation and the superclass"),
          Map.entry("Padding", "of convolutions in jax.lax and in Flax, and of tokens"),
          Map.entry("Pooling", "the layers of Flax, and the kernel that computes them"),
          Map.entry("Schedule", "Optax's learning rates, and the order of compiled steps"),
          Map.entry("Split", "of a dataset, and the operation of jax.lax"),
          Map.entry("Summary", "of a module in Flax, and in TensorBoard's files"),
          Map.entry("TextTable", "of a file, and of a compiler's text"),
          Map.entry("TopK", "the operation of jax.lax, and the rule of Transformers"),
          Map.entry("Trace", "of JAX, and Optax's momentum"),
          Map.entry("WarmUp", "of a served model, and of loops"));

  @Test
  void a_simple_name_belongs_to_one_package() throws IOException {
    var packages =
        mainFiles().stream()
            .filter(file -> !packageOf(file).equals(MIRRORS))
            .collect(
                groupingBy(
                    EqualNamesTest::simpleName,
                    TreeMap::new,
                    mapping(EqualNamesTest::packageOf, toCollection(TreeSet::new))));
    packages.values().removeIf(each -> each.size() == 1);

    assertThat(packages.keySet())
        .as(
            "names in several packages, which are %s. Rename a type, or drop a reason without a case",
            packages)
        .isEqualTo(new TreeSet<>(ALLOWED.keySet()));
    assertThat(ALLOWED).hasSizeLessThanOrEqualTo(MOST);
  }

  private static List<Path> mainFiles() throws IOException {
    var files = new ArrayList<Path>();
    Files.walkFileTree(
        ROOT,
        new SimpleFileVisitor<>() {

          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return SKIPPED.contains(folder.getFileName().toString())
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (isMain(file)) {
              files.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    assertThat(files).hasSizeGreaterThan(1000);
    return files;
  }

  private static boolean isMain(Path file) {
    var name = file.getFileName().toString();
    return name.endsWith(".java")
        && !name.endsWith("-info.java")
        && file.toString().contains(SOURCES.toString());
  }

  private static String simpleName(Path file) {
    return file.getFileName().toString().replace(".java", "");
  }

  private static String packageOf(Path file) {
    var folder = file.getParent().toString();
    int end = folder.lastIndexOf(SOURCES.toString()) + SOURCES.toString().length();
    return folder.substring(end).replaceFirst("^\\W", "").replaceAll("\\W", ".");
  }
}
