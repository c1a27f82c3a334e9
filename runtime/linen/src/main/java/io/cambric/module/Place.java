package io.cambric.module;

import io.cambric.core.Source;
import io.cambric.errors.SupersededModuleException;
import org.jspecify.annotations.Nullable;

/**
 * The place of a submodule in the module that constructs it, before its name is settled: mutable,
 * for one call. The owner is the last module value in a chain of withers. At its first use, the
 * place is settled and gets its name.
 */
final class Place {

  /** The kind of a place, which decides how it is named. */
  enum Kind {
    /** Opened in a compact method: named automatically unless by {@code named}. */
    COMPACT,
    /** Opened in setup: named after its component of the setup record, unless by {@code named}. */
    SETUP,
    /** Opened outside of compact and setup methods: an error when used. */
    FORBIDDEN
  }

  private final Binding parent;
  private final Kind kind;
  private final int number;
  private final boolean copy;
  private final @Nullable Source opened;
  private @Nullable Module<?> owner;
  private @Nullable Binding binding;

  Place(Binding parent, Kind kind, int number, boolean copy) {
    this.parent = parent;
    this.kind = kind;
    this.number = number;
    this.copy = copy;
    this.opened = kind == Kind.FORBIDDEN ? UserLine.capture() : null;
  }

  Binding parent() {
    return parent;
  }

  Kind kind() {
    return kind;
  }

  /** The number of places of the same parent that were opened before. */
  int number() {
    return number;
  }

  /** Whether submodules in components are constructed again instead of shared with the original. */
  boolean isCopy() {
    return copy;
  }

  Module<?> owner() {
    if (owner == null) {
      throw new IllegalStateException("a place is taken as soon as it is opened");
    }
    return owner;
  }

  void own(Module<?> module) {
    owner = module;
  }

  boolean isOwnedBy(Module<?> module) {
    return owner == module;
  }

  @Nullable Binding binding() {
    return binding;
  }

  void settle(Binding settled) {
    binding = settled;
  }

  boolean isOpen() {
    return binding == null;
  }

  /** Whether a setup record, or a module that holds its owner, must still name it. */
  boolean awaitsName() {
    return kind == Kind.SETUP && isOpen() && owner().handle().name() == null;
  }

  /**
   * {@return the binding of the owner, which fixes the name of the place}
   *
   * @throws SupersededModuleException if another module has taken the place over
   */
  Binding use(Module<?> module) {
    if (owner != module) {
      throw ModuleErrors.superseded(module, owner());
    }
    if (binding != null) {
      return binding;
    }
    if (kind == Kind.FORBIDDEN) {
      throw ModuleErrors.submoduleOutsideSetup(module, parent, opened);
    }
    if (awaitsName()) {
      throw ModuleErrors.notInSetupRecord(module, parent);
    }
    return parent.settle(this);
  }
}
