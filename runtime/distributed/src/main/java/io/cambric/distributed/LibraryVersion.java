package io.cambric.distributed;

import io.cambric.core.KernelRegistry;
import org.jspecify.annotations.Nullable;

/**
 * The library of a process and its kernels. Different libraries would round sums differently, and
 * replicas would drift apart.
 *
 * @param version of the library
 * @param kernels the arithmetic of its kernels
 */
record LibraryVersion(String version, String kernels) {

  private static final System.Logger LOG = System.getLogger("io.cambric.distributed");

  private static final String UNKNOWN = "without a version";

  private static final class Holder {
    static final LibraryVersion OWN =
        new LibraryVersion(read(), KernelRegistry.kernels().arithmetic());
  }

  /** {@return the version of this process} */
  static LibraryVersion own() {
    return Holder.OWN;
  }

  /** {@return the version of the arrays and of the messages, which are two artifacts} */
  private static String read() {
    var arrays = read(KernelRegistry.class);
    var messages = read(LibraryVersion.class);
    if (arrays == null || messages == null) {
      LOG.log(
          System.Logger.Level.WARNING,
          "This Cambric has no version, because it does not come from its own jars. Processes cannot check that all have the same version. Put the jars on the path, or keep Implementation-Version in the manifest of a combined jar.");
      return UNKNOWN;
    }
    return arrays.equals(messages)
        ? arrays
        : "%s (core) with %s (distributed)".formatted(arrays, messages);
  }

  /** {@return the version in the descriptor, or on a class path in the manifest of the jar} */
  private static @Nullable String read(Class<?> type) {
    var descriptor = type.getModule().getDescriptor();
    return descriptor == null
        ? type.getPackage().getImplementationVersion()
        : descriptor.rawVersion().orElse(null);
  }

  /** {@return why a process does not fit to this process with a rank; empty if it does} */
  String misfit(LibraryVersion other, int rank) {
    if (!other.version.equals(version)) {
      return "its Cambric is %s, but process %d has %s".formatted(other.version, rank, version);
    }
    return other.kernels.equals(kernels)
        ? ""
        : "its kernels are %s, but process %d has %s; start all JVMs with --add-modules jdk.incubator.vector, or all with -Dcambric.kernels=plain"
            .formatted(other.kernels, rank, kernels);
  }
}
