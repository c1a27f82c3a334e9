package io.cambric.core;

import io.cambric.kernel.Kernels;
import io.cambric.kernel.plain.PlainKernels;
import io.cambric.kernel.thread.Parallel;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Iterator;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/**
 * The kernel set of this process: the provider of the highest priority that can be loaded, or
 * {@link PlainKernels}.
 *
 * <p>The system property {@code cambric.kernels=plain} selects the plain kernels.
 */
public final class KernelRegistry {

  private static final Logger LOG = System.getLogger("io.cambric.kernel");

  private KernelRegistry() {}

  private static final class Holder {
    static final Kernels CHOSEN = choose();
  }

  /** {@return the kernels of this process, chosen at the first call} */
  public static Kernels kernels() {
    return Holder.CHOSEN;
  }

  private static Kernels choose() {
    Kernels best = new PlainKernels();
    if (!"plain".equals(System.getProperty("cambric.kernels"))) {
      best = bestProvider(best);
    }
    LOG.log(Level.DEBUG, "Kernels: " + best.name() + ", " + Parallel.threads() + " threads.");
    return best;
  }

  private static Kernels bestProvider(Kernels plain) {
    Kernels best = plain;
    boolean failed = false;
    boolean found = false;
    Iterator<Kernels> providers =
        ServiceLoader.load(Kernels.class, Kernels.class.getClassLoader()).iterator();
    while (true) {
      try {
        if (!providers.hasNext()) {
          break;
        }
        found = true;
        Kernels provider = providers.next();
        if (provider.priority() > best.priority()) {
          best = provider;
        }
      } catch (LinkageError | ServiceConfigurationError e) {
        // A provider whose module cannot be read fails here rather than at its first use.
        failed = true;
        LOG.log(Level.DEBUG, "A kernel provider could not be loaded.", e);
      }
    }
    if (failed && best == plain) {
      LOG.log(Level.WARNING, mend());
    } else if (!found) {
      LOG.log(Level.INFO, "No kernel provider such as cambric-kernels-simd is on the path.");
    }
    return best;
  }

  private static String mend() {
    boolean readable = ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();
    return readable
        ? "A kernel provider could not be loaded; the log at level DEBUG has the reason. "
            + "Using scalar kernels."
        : "SIMD kernels are off because module jdk.incubator.vector is not readable. Add"
            + " --add-modules jdk.incubator.vector. Using scalar kernels.";
  }
}
