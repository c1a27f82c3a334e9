package io.cambric.data.image;

import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.data.Dataset;
import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A folder of images with one folder for each class, as in {@code pets/cat/1.jpg}. Immutable;
 * classes and files are in the order of their names. Files of other kinds are skipped.
 *
 * <p>Hidden folders and files are skipped, too: names that begin with a dot, and folders of
 * archives, systems and tools, such as {@code __MACOSX}.
 *
 * {@snippet :
 * var pets = ImageFolder.of(Path.of("pets"));
 * var batches = pets.images(ImageOptions.of(64, 64)).shuffle(Key.of(0)).batch(32).prefetch(2);
 * }
 */
public final class ImageFolder {

  private static final Set<String> SUFFIXES = Set.of("png", "jpg", "jpeg", "gif", "bmp");

  /** Folders of systems and tools; names that begin with a dot need no entry here. */
  private static final Set<String> NO_CLASSES =
      Set.of(
          "__MACOSX",
          "__pycache__",
          "@eaDir",
          "#recycle",
          "$RECYCLE.BIN",
          "System Volume Information",
          "lost+found");

  private final List<String> classes;
  private final List<Labelled> files;

  private ImageFolder(List<String> classes, List<Labelled> files) {
    this.classes = classes;
    this.files = files;
  }

  /** A file with the number of its class. */
  private record Labelled(Path file, int label) {}

  /**
   * {@return the images of a folder, whose files are listed at once and decoded later}
   *
   * @throws DataException if the folder cannot be listed, has no image, or has a link that leads
   *     out of it
   */
  public static ImageFolder of(Path folder) {
    try {
      var root = folder.toRealPath();
      var classes = new ArrayList<String>();
      var files = new ArrayList<Labelled>();
      for (var child : sorted(folder)) {
        if (Files.isDirectory(child)) {
          for (var file : sorted(within(root, child))) {
            if (isImage(file)) {
              files.add(new Labelled(within(root, file), classes.size()));
            }
          }
          classes.add(child.getFileName().toString());
        }
      }
      if (files.isEmpty()) {
        throw new DataException(
            "Folder %s needs a folder of images for each class, but none has an image. Place images as in %s."
                .formatted(folder, folder.resolve("cat").resolve("1.png")));
      }
      return new ImageFolder(List.copyOf(classes), List.copyOf(files));
    } catch (IOException e) {
      throw new DataException(
          "Folder %s cannot be listed: %s. Check that it exists and is readable."
              .formatted(folder, e),
          e);
    }
  }

  private static List<Path> sorted(Path folder) throws IOException {
    try (var children = Files.list(folder)) {
      return children
          .filter(child -> !isHidden(child))
          .sorted(Comparator.comparing((Path child) -> child.getFileName().toString()))
          .toList();
    }
  }

  private static boolean isHidden(Path child) {
    var name = child.getFileName().toString();
    return name.startsWith(".") || NO_CLASSES.contains(name);
  }

  private static Path within(Path root, Path child) throws IOException {
    if (!child.toRealPath().startsWith(root)) {
      throw new DataException(
          "%s must be inside %s, but is a link that points outside. Copy its target."
              .formatted(child, root));
    }
    return child;
  }

  private static boolean isImage(Path file) {
    var name = file.getFileName().toString();
    int dot = name.lastIndexOf('.');
    return dot > 0
        && SUFFIXES.contains(name.substring(dot + 1).toLowerCase(Locale.ROOT))
        && Files.isRegularFile(file);
  }

  /** {@return the names of the classes; a label is the index of its class here} */
  public List<String> classes() {
    return classes;
  }

  /** {@return the files, in the order of the images} */
  public List<Path> files() {
    return files.stream().map(Labelled::file).toList();
  }

  /**
   * {@return the images with their labels, decoded on all processors ahead of their reader}
   *
   * <p>Values are {@code u8[height, width, 3]} and {@code i32[]}. The size is known, so they can be
   * shuffled and split. For a file that is no image, the iterator fails at its position.
   */
  public Dataset<LabelledImages> images(ImageOptions options) {
    return Dataset.of(files)
        .map(
            each ->
                new LabelledImages(
                    Images.read(each.file(), options),
                    NdArray.ofInts(Shape.scalar(), each.label())),
            Runtime.getRuntime().availableProcessors());
  }

  /** {@return the number of images, and the classes} */
  @Override
  public String toString() {
    return "ImageFolder of %d images in classes %s".formatted(files.size(), Quoted.of(classes));
  }
}
