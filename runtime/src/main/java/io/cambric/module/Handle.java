package io.cambric.module;

import org.jspecify.annotations.Nullable;

/** Where a module value stands: nowhere, at a place, or bound. Made by the runtime only. */
public final class Handle {

  private static final Handle NOWHERE = new Handle(null, null, null);

  private final @Nullable String name;
  private final @Nullable Place place;
  private final @Nullable Binding binding;

  private Handle(@Nullable String name, @Nullable Place place, @Nullable Binding binding) {
    this.name = name;
    this.place = place;
    this.binding = binding;
  }

  static Handle unbound(@Nullable String name) {
    return name == null ? NOWHERE : new Handle(name, null, null);
  }

  static Handle at(Place place, @Nullable String name) {
    return new Handle(name, place, null);
  }

  static Handle bound(Binding binding) {
    return new Handle(binding.name(), null, binding);
  }

  /** The name given with {@code named}, or that of the binding. */
  @Nullable String name() {
    return name;
  }

  @Nullable Place place() {
    return place;
  }

  @Nullable Binding binding() {
    return binding;
  }
}
