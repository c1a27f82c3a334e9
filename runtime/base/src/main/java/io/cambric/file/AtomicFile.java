package io.cambric.file;

import io.cambric.file.support.Folders;
import io.cambric.file.support.PendingFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Writes files that are afterwards either as they were or complete, also where the process or the
 * machine stops in between.
 *
 * <p>The content goes to a hidden file in the same folder. It takes the place of the other when all
 * of it is on the disk. A new file has the permissions that the process gives to new files. A
 * replaced file keeps its own, and a symbolic link stays one.
 */
public final class AtomicFile {

  private AtomicFile() {}

  /** The content of a file. */
  @FunctionalInterface
  public interface Content {

    /**
     * Writes all of it.
     *
     * @throws IOException if that fails; the file stays as it was
     */
    void writeTo(WritableByteChannel channel) throws IOException;
  }

  /**
   * Writes a file.
   *
   * <p>Files that killed processes left of earlier writes are removed first.
   *
   * @throws IOException if the content cannot be written there, or the path is that of a folder, a
   *     device or a link to nothing
   */
  public static void write(Path file, Content content) throws IOException {
    var target = Files.isSymbolicLink(file) ? file.toRealPath() : file.toAbsolutePath();
    writeTo(target, file, content);
  }

  /**
   * Writes a file as {@link #write(Path, Content)} does, and takes the place of a symbolic link.
   *
   * <p>It is for names that the library chooses: where others may write to the folder, a link that
   * they planted must not lead to a file outside of it.
   *
   * @throws IOException if the content cannot be written there, or the path is that of a folder or
   *     a device
   */
  public static void writeInPlaceOfLinks(Path file, Content content) throws IOException {
    writeTo(file.toAbsolutePath(), file, content);
  }

  private static void writeTo(Path target, Path file, Content content) throws IOException {
    boolean link = Files.isSymbolicLink(target);
    boolean replaced = !link && Files.exists(target);
    if (replaced && !Files.isRegularFile(target)) {
      throw new FileSystemException(file.toString(), null, "it is not a regular file");
    }
    // There is one: a root is no regular file, and is there.
    var folder = Objects.requireNonNull(target.getParent());
    PendingFile.sweep(folder, Pattern.quote(target.getFileName().toString()));
    try (var unfinished = PendingFile.beside(target)) {
      if (replaced) {
        keepPermissions(target, unfinished.path());
      }
      content.writeTo(unfinished.channel());
      unfinished.channel().force(true);
      replace(unfinished.path(), target);
    }
    Folders.force(folder);
  }

  /**
   * Writes a text in UTF-8, as {@link #write(Path, Content)} does.
   *
   * @throws IOException as there
   */
  public static void write(Path file, String text) throws IOException {
    write(file, channel -> writeFully(channel, StandardCharsets.UTF_8.encode(text)));
  }

  /**
   * Writes bytes, as {@link #write(Path, Content)} does.
   *
   * @throws IOException as there
   */
  public static void write(Path file, byte[] bytes) throws IOException {
    write(file, channel -> writeFully(channel, ByteBuffer.wrap(bytes)));
  }

  /**
   * Writes the bytes that a buffer has left. A channel may take a part of them at a time.
   *
   * @throws IOException if the channel cannot take them
   */
  public static void writeFully(WritableByteChannel channel, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  /** Before there is content, as a private file must not be readable for a moment. */
  private static void keepPermissions(Path from, Path to) throws IOException {
    var old = Files.getFileAttributeView(from, PosixFileAttributeView.class);
    var made = Files.getFileAttributeView(to, PosixFileAttributeView.class);
    if (old == null || made == null) {
      return;
    }
    var permissions = old.readAttributes().permissions();
    // Some file systems have one set of permissions for all files, and refuse any change.
    if (!permissions.equals(made.readAttributes().permissions())) {
      made.setPermissions(permissions);
    }
  }

  private static void replace(Path unfinished, Path file) throws IOException {
    try {
      Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
