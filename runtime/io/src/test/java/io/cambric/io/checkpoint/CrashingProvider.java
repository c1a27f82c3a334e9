package io.cambric.io.checkpoint;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.spi.FileSystemProvider;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The files of another provider, of which no more can be changed after a number of changes, as if
 * the process had died; mutable, for one thread.
 */
final class CrashingProvider extends FileSystemProvider {

  /** The death of the process. */
  static final class Crash extends Error {

    private static final long serialVersionUID = 1L;
  }

  private final FileSystemProvider real;
  private final FileSystem system;
  private int left;

  CrashingProvider(FileSystem real, int changes) {
    this.real = real.provider();
    this.system = new CrashingFileSystem(this, real);
    this.left = changes;
  }

  /** {@return how many more changes there may be} */
  int left() {
    return left;
  }

  private void change() {
    if (left == 0) {
      throw new Crash();
    }
    left--;
  }

  /** {@return a path of these files} */
  Path wrapped(Path path) {
    return (Path)
        Proxy.newProxyInstance(
            Path.class.getClassLoader(),
            new Class<?>[] {Path.class},
            (_, method, arguments) -> {
              if (method.getName().equals("getFileSystem")) {
                return system;
              }
              try {
                return result(method.invoke(path, unwrapped(arguments)));
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private @Nullable Object result(@Nullable Object result) {
    return result instanceof Path path ? wrapped(path) : result;
  }

  private static Object @Nullable [] unwrapped(Object @Nullable [] arguments) {
    if (arguments == null) {
      return null;
    }
    var all = arguments.clone();
    for (int i = 0; i < all.length; i++) {
      all[i] = all[i] instanceof Path path ? unwrapped(path) : all[i];
    }
    return all;
  }

  private static Path unwrapped(Path path) {
    return Proxy.isProxyClass(path.getClass()) ? Path.of(path.toString()) : path;
  }

  @Override
  public FileChannel newFileChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    if (options.contains(StandardOpenOption.CREATE_NEW)) {
      change();
    }
    return real.newFileChannel(unwrapped(path), options, attributes);
  }

  @Override
  public void createDirectory(Path path, FileAttribute<?>... attributes) throws IOException {
    change();
    real.createDirectory(unwrapped(path), attributes);
  }

  @Override
  public void delete(Path path) throws IOException {
    change();
    real.delete(unwrapped(path));
  }

  @Override
  public void move(Path from, Path to, CopyOption... options) throws IOException {
    change();
    real.move(unwrapped(from), unwrapped(to), options);
  }

  @Override
  public void copy(Path from, Path to, CopyOption... options) throws IOException {
    change();
    real.copy(unwrapped(from), unwrapped(to), options);
  }

  @Override
  public void setAttribute(Path path, String name, Object value, LinkOption... options)
      throws IOException {
    change();
    real.setAttribute(unwrapped(path), name, value, options);
  }

  @Override
  public DirectoryStream<Path> newDirectoryStream(
      Path folder, DirectoryStream.Filter<? super Path> filter) throws IOException {
    List<Path> entries = new ArrayList<>();
    try (var all = real.newDirectoryStream(unwrapped(folder), _ -> true)) {
      for (var entry : all) {
        var wrapped = wrapped(entry);
        if (filter.accept(wrapped)) {
          entries.add(wrapped);
        }
      }
    }
    return new DirectoryStream<>() {
      @Override
      public Iterator<Path> iterator() {
        return entries.iterator();
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public SeekableByteChannel newByteChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    return real.newByteChannel(unwrapped(path), options, attributes);
  }

  @Override
  public boolean isSameFile(Path path, Path other) throws IOException {
    return real.isSameFile(unwrapped(path), unwrapped(other));
  }

  @Override
  public boolean isHidden(Path path) throws IOException {
    return real.isHidden(unwrapped(path));
  }

  @Override
  public FileStore getFileStore(Path path) throws IOException {
    return real.getFileStore(unwrapped(path));
  }

  @Override
  public void checkAccess(Path path, AccessMode... modes) throws IOException {
    real.checkAccess(unwrapped(path), modes);
  }

  @Override
  public <V extends FileAttributeView> @Nullable V getFileAttributeView(
      Path path, Class<V> type, LinkOption... options) {
    return real.getFileAttributeView(unwrapped(path), type, options);
  }

  @Override
  public <A extends BasicFileAttributes> A readAttributes(
      Path path, Class<A> type, LinkOption... options) throws IOException {
    return real.readAttributes(unwrapped(path), type, options);
  }

  @Override
  public Map<String, Object> readAttributes(Path path, String names, LinkOption... options)
      throws IOException {
    return real.readAttributes(unwrapped(path), names, options);
  }

  @Override
  public String getScheme() {
    return "crashing";
  }

  @Override
  public FileSystem newFileSystem(URI uri, Map<String, ?> environment) {
    throw new UnsupportedOperationException();
  }

  @Override
  public FileSystem getFileSystem(URI uri) {
    return system;
  }

  @Override
  public Path getPath(URI uri) {
    throw new UnsupportedOperationException();
  }
}
