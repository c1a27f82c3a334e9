package io.cambric.models.lora;

/**
 * The content of a folder of PEFT.
 *
 * @param lora rank, scale and targets
 * @param params the additions
 */
public record LoraAdapter(Lora lora, LoraParams params) {}
